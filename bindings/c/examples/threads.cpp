// Probes a tablebase from several threads: ./threads
#include <atomic>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "drawproof_library.h"

namespace {

struct Close {
    void operator()(drawproof_tablebase *tables) const { drawproof_close(tables); }
};

using Tablebase = std::unique_ptr<drawproof_tablebase, Close>;

Tablebase in_memory() {
    drawproof_tablebase *tables = nullptr;
    drawproof_error error;
    if (drawproof_in_memory(256u << 20, &tables, &error) < 0)
        throw std::runtime_error(error.text);
    return Tablebase(tables);
}

int result(const Tablebase &tables, const char *fen) {
    drawproof_answer answer;
    drawproof_error error;
    if (drawproof_probe_fen(tables.get(), fen, &answer, &error) < 0)
        throw std::runtime_error(error.text);
    return answer.result;
}

}  // namespace

int main() {
    const Tablebase tables = in_memory();
    const char *const fens[] = {
        "8/3r4/3k4/8/8/4K3/4R3/8 w - - 0 1",   // a draw
        "8/8/8/8/8/2R5/8/3K1bk1 w - - 0 1",    // White wins
        "7k/8/5K2/8/8/8/8/r5n1 w - - 0 1",     // Black wins
    };
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; thread++)
        threads.emplace_back([&] {
            for (int i = 0; i < 3; i++)
                right += result(tables, fens[i]) == (i == 2 ? -1 : i);
        });
    for (std::thread &thread : threads)
        thread.join();
    std::printf("%d of 12 right\n", right.load());
    return right == 12 ? 0 : 1;
}
