/* Reads positions and distances from standard input, as the example dump_values writes them, and
 * compares them with the Syzygy tables in the folder of the first argument. Prints a line for each
 * endgame; exit status 0 if every position agrees, 1 if one differs, 2 on an error.
 *
 * With "dtz" as second argument these are distances to zeroing within the fifty-move rule, and the five
 * results and the distances are compared: see `dtz_distance`. Otherwise they are distances to mate, and
 * the results (win, draw, loss) are compared: a cursed win counts as a win, a blessed loss as a loss.
 * Where no winning line contains a capture or a pawn move, the distance to zeroing equals the distance to
 * mate: there the distances are compared too, with a tolerance of one ply because the tables round.
 *
 * Whole files are decoded (syzygy_file.h), because a probing library is too slow for five men. Every
 * SAMPLED-th position is probed with the library Fathom too, and the two must agree. Fathom also values
 * the positions with an en-passant right. */

#include "compare_values.h"

#include <stdbool.h>
#include <tbprobe.h>

#include "syzygy_values.h"

enum { SAMPLED = 4096, FAILED = 9 };

/* The endgame of the positions. */
static const struct endgame *endgame;

/* Whether distances are compared in this endgame. */
static bool needs_distances;

static unsigned long long sampled;

/* Of all results and distances of Syzygy's tables: FNV-1a over numbers in place of bytes. */
static uint64_t digest = 0xcbf29ce484222325;

/* The arguments of Fathom's functions: sets of squares by side and by kind. */
struct board {
    uint64_t sides[2], kinds[7];
    unsigned en_passant;
    bool white_to_move;
};

static struct board board_of(const struct endgame *of, const uint8_t *squares, int mover, unsigned target)
{
    struct board board = {{0}, {0}, target == NO_SQUARE ? 0 : target, mover == 0};
    for (int i = 0; i < of->men; i++) {
        uint64_t square = UINT64_C(1) << squares[i];
        board.sides[side_of(of->codes[i])] |= square;
        board.kinds[of->codes[i] & KIND] |= square;
    }
    return board;
}

/* Fathom's result, or FAILED. */
static int fathom_result(const struct endgame *of, const uint8_t *squares, int mover, int target)
{
    struct board b = board_of(of, squares, mover, (unsigned)target);
    unsigned result = tb_probe_wdl(b.sides[0], b.sides[1], b.kinds[KING], b.kinds[QUEEN], b.kinds[ROOK],
                                   b.kinds[BISHOP], b.kinds[KNIGHT], b.kinds[PAWN], 0, 0, b.en_passant,
                                   b.white_to_move);
    return result <= TB_WIN ? (int)result - TB_DRAW : FAILED;
}

/* Fathom's distance in plies, without a sign, or -1. */
static int fathom_distance(const struct endgame *of, const uint8_t *squares, int mover, int target)
{
    struct board b = board_of(of, squares, mover, (unsigned)target);
    unsigned result = tb_probe_root(b.sides[0], b.sides[1], b.kinds[KING], b.kinds[QUEEN], b.kinds[ROOK],
                                    b.kinds[BISHOP], b.kinds[KNIGHT], b.kinds[PAWN], 0, 0, b.en_passant,
                                    b.white_to_move, NULL);
    if (result == TB_RESULT_CHECKMATE)
        return 0;
    return result == TB_RESULT_STALEMATE || result == TB_RESULT_FAILED ? -1 : (int)TB_GET_DTZ(result);
}

static struct answer fathom_answer(const struct position *position)
{
    int mover = position->side_to_move, target = (int)position->en_passant;
    struct answer answer = {fathom_result(endgame, position->squares, mover, target), 0};
    if (needs_distances && answer.result != 0)
        answer.distance = fathom_distance(endgame, position->squares, mover, target);
    return answer;
}

/* Ends the program unless Fathom agrees with what was decoded. */
static void compare_with_fathom(const struct position *position, struct answer answer)
{
    struct answer fathom = fathom_answer(position);
    if (fathom.result == answer.result && fathom.distance == answer.distance)
        return;
    fprintf(stderr, "compare_syzygy: decoded result %d, distance %d; Fathom: %d, %d; men on", answer.result,
            answer.distance, fathom.result, fathom.distance);
    for (size_t i = 0; i < position->count; i++)
        fprintf(stderr, " %d", position->squares[i]);
    fprintf(stderr, ", side %d\n", position->side_to_move);
    exit(2);
}

/* The result, and the distance without a sign, 0 = mated. */
static struct answer their_value(const struct position *position)
{
    if (position->en_passant != NO_SQUARE)
        return fathom_answer(position);
    uint8_t squares[SYZYGY_MEN_MAX];
    memcpy(squares, position->squares, position->count);
    struct answer answer = {0, 0};
    if (needs_distances) {
        struct value value = value_of(endgame, squares, position->side_to_move);
        answer = (struct answer){value.result, value.distance == MATED ? 0 : abs(value.distance)};
    } else {
        bool by_capture;
        answer.result = result_of(endgame, squares, position->side_to_move, &by_capture);
    }
    if (sampled++ % SAMPLED == 0)
        compare_with_fathom(position, answer);
    return answer;
}

static struct answer their_dtz(const struct position *position)
{
    struct answer answer = their_value(position);
    digest = (digest ^ (uint64_t)(answer.distance * 16 + answer.result + FAILED)) * 0x100000001b3;
    return answer;
}

static void open_files(const struct man *men, size_t count)
{
    uint8_t codes[SYZYGY_MEN_MAX];
    close_endgames();
    for (size_t i = 0; i < count; i++)
        codes[i] = (uint8_t)((men[i].kind + PAWN) | (men[i].side ? BLACK : 0));
    struct endgame *opened = open_endgame(codes, (int)count);
    if (needs_distances)
        open_distances(opened);
    endgame = opened;
}

static void begin_dtz(const struct man *men, size_t count)
{
    needs_distances = true;
    open_files(men, count);
}

/* Whether the endgame is KQK, KRK, KBBK or KBNK: Black has a bare king, and no winning line contains a
 * capture or a pawn move. */
static bool dtz_is_dtm(const struct man *men, size_t men_count)
{
    int count[6] = {0};
    for (size_t i = 0; i < men_count; i++) {
        if (men[i].side == 1 && KINDS[men[i].kind] != 'K')
            return false;
        count[men[i].kind]++;
    }
    int pawns = count[0], knights = count[1], bishops = count[2], major = count[3] + count[4];
    return pawns == 0 && ((major == 1 && men_count == 3) ||
                          (major == 0 && bishops > 0 && bishops + knights == 2));
}

static void begin_dtm(const struct man *men, size_t count)
{
    needs_distances = dtz_is_dtm(men, count);
    open_files(men, count);
}

static struct answer their_result(const struct position *position)
{
    struct answer answer = their_value(position);
    if (answer.result != FAILED)
        answer.result = (answer.result > 0) - (answer.result < 0);
    return answer;
}

static enum agreement dtm_distance(const struct position *position, int plies, int theirs)
{
    (void)position;
    if (!needs_distances)
        return NOT_COMPARED;
    if (plies == 0 || theirs == 0)
        return plies == theirs ? AGREES : DIFFERS;
    return abs(theirs - plies) <= 1 ? AGREES : DIFFERS;
}

static int our_result(int plies)
{
    return plies == DRAW ? 0 : plies % 2 ? 1 : -1;
}

/* The result within the fifty-move rule: 2 = win, 1 = cursed win, 0 = draw, -1, -2. `number`: twice
 * the distance to zeroing, and one more for a win. */
static int our_dtz_result(int number)
{
    int result = number / 2 <= 100 ? 2 : 1;
    return number == DRAW ? 0 : number % 2 ? result : -result;
}

/* By what Syzygy's distance exceeds ours: [3] = equal. */
static unsigned long long excess[7];

/* Syzygy's tables store many distances in moves: where it is n plies, the distance is n or n + 1.
 * On the edge of the fifty-move rule it is exact, which the results show. */
static enum agreement dtz_distance(const struct position *position, int number, int theirs)
{
    (void)position;
    int plies = number / 2, more = theirs - plies;
    if (theirs == 0)
        return plies == 0 ? AGREES : DIFFERS;
    excess[more < -3 ? 0 : more > 3 ? 6 : more + 3]++;
    return plies > 0 && (more == 0 || more == -1) ? AGREES : DIFFERS;
}

int main(int argc, char **argv)
{
    const struct comparison dtm = {"compare_syzygy", begin_dtm, our_result, their_result, dtm_distance, 0};
    const struct comparison dtz = {"compare_syzygy", begin_dtz, our_dtz_result, their_dtz, dtz_distance, 1};
    if (argc != 2 && (argc != 3 || strcmp(argv[2], "dtz"))) {
        fprintf(stderr, "usage: dump_values [dtz] ENDGAME... | compare_syzygy FOLDER [dtz]\n");
        return 2;
    }
    if (!tb_init(argv[1]) || TB_LARGEST < 3) {
        fprintf(stderr, "compare_syzygy: no tables in %s\n", argv[1]);
        return 2;
    }
    endgames.folder = argv[1];
    result_with_right = fathom_result;
    init_attacks();
    init_index();
    if (argc == 2)
        return compare_all(&dtm);
    int status = compare_all(&dtz);
    printf("Syzygy's distance minus ours, -3 to 3 plies:");
    for (size_t i = 0; i < 7; i++)
        printf(" %llu", excess[i]);
    printf("\nDigest of Syzygy's results and distances: %016llx\n", (unsigned long long)digest);
    return status;
}
