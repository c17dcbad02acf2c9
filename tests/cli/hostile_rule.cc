// A rule that misbehaves in the function and in the way that $HOSTILE names: "claim:crash".

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "drawproof.h"

namespace {

char function_wanted[32], way_wanted[32];

struct Wanted {
    Wanted() {
        const char* hostile = std::getenv("HOSTILE");
        if (hostile) std::sscanf(hostile, "%31[^:]:%31s", function_wanted, way_wanted);
    }
} wanted;

bool is(const char* way) { return std::strcmp(way_wanted, way) == 0; }

[[noreturn]] void wait_forever() {
    for (;;) pause();
}

void fill_memory() {
    rlimit limit = {1 << 28, 1 << 28};
    setrlimit(RLIMIT_AS, &limit);
    for (;;) std::memset(std::malloc(1 << 22), 1, 1 << 22);
}

void misbehave() {
    if (is("crash")) *(volatile int*)8 = 1;
    if (is("abort")) std::abort();
    if (is("exit0")) std::exit(0);
    if (is("exit3")) std::exit(3);
    if (is("leave")) _exit(0);
    if (is("throw")) throw std::runtime_error("thrown");
    if (is("hang")) wait_forever();
    if (is("stop")) raise(SIGSTOP);
    if (is("stopgroup")) kill(0, SIGSTOP);
    if (is("stopguard")) kill(getppid(), SIGSTOP);
    if (is("memory")) fill_memory();
    if (is("deaf")) {
        for (int signal = 1; signal < 32; ++signal) std::signal(signal, SIG_IGN);
        wait_forever();
    }
    // What follows is bad manners, after which the function returns.
    if (is("fork") && fork() == 0) wait_forever();
    if (is("daemon") && fork() == 0) {
        setsid();
        if (fork() == 0) wait_forever();
        _exit(0);
    }
    if (is("daemonhang")) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0) wait_forever();
            _exit(0);
        }
        wait_forever();
    }
    if (is("threads")) {
        // They run no code of the library, which is unloaded under them.
        pthread_t thread;
        auto* run = reinterpret_cast<void* (*)(void*)>(pause);
        for (int i = 0; i < 8; ++i) pthread_create(&thread, nullptr, run, nullptr);
    }
    if (is("noise")) {
        for (int i = 0; i < 1000; ++i) std::puts("{\"sound\": true}\x1b[2J");
        std::fflush(stdout);
    }
    if (is("close")) {
        for (int file = 0; file < 1024; ++file) close(file);
    }
}

void act(const char* function) {
    static bool acted;
    if (std::strcmp(function, function_wanted) == 0 && !acted) {
        acted = true;
        misbehave();
    }
}

// Destroyed after `wanted` would be, if that had a destructor.
struct Library {
    Library() { act("load"); }
    ~Library() { act("unload"); }
} library;

}  // namespace

extern "C" {
uint32_t drawproof_abi(void) {
    act("abi");
    return DRAWPROOF_ABI;
}
int drawproof_claim(const drawproof_position* position, uint64_t*) {
    if (position->colour[0] & position->kind[5] & 1) act("claim");
    return is("wins") ? DRAWPROOF_WIN : DRAWPROOF_DRAW;
}
const char* drawproof_name(void) {
    act("name");
    return "hostile \x1b[31m\n\xe2\x80\xae name";
}
int drawproof_init(void) {
    act("init");
    return 0;
}
const char* drawproof_reason_name(unsigned bit) {
    act("reason");
    return bit < 2 ? "\x1b]0;title\x07|%0A::error::pattern" : nullptr;
}
int drawproof_reason_role(unsigned bit) {
    act("role");
    return bit == 1;
}
int drawproof_thread_safe(void) {
    act("thread");
    return 1;
}
}
