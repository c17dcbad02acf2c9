// A plausible but wrong draw rule in C++: "two knights cannot win". They cannot force mate against a
// bare king from most positions, but drawproof finds those in which they can.
//
//     c++ -O2 -shared -fPIC -Ibindings/c/include -o two_knights.so examples/rules/two_knights.cpp
//     drawproof verify KNNK --plugin ./two_knights.so
#include "drawproof.h"

namespace {

enum Kind { Pawn, Knight, Bishop, Rook, Queen, King };

int count(uint64_t set) {
    int men = 0;
    for (; set != 0; set &= set - 1)
        ++men;
    return men;
}

// Whether the side has its king and two knights, and nothing else.
bool only_two_knights(const drawproof_position& position, int side) {
    const uint64_t men = position.colour[side];
    return count(men) == 3 && count(men & position.kind[Knight]) == 2;
}

}  // namespace

extern "C" {

uint32_t drawproof_abi() { return DRAWPROOF_ABI; }

const char* drawproof_name() { return "two knights cannot win"; }

int drawproof_claim(const drawproof_position* position, uint64_t*) {
    const bool draw = only_two_knights(*position, 0) || only_two_knights(*position, 1);
    return draw ? DRAWPROOF_DRAWN : DRAWPROOF_NO_CLAIM;
}

}
