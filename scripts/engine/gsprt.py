"""The statistics of scripts/engine/sprt.py: the sequential test of pairs of games, and Elo with its interval.

A pair is two games from one opening with colours exchanged. Its score is 0, 1, 2, 3 or 4 half points of the
first engine, so a match is five counts. Games of a pair depend on each other through the opening; pairs do
not. Elo is logistic everywhere: an expected score s per game is 400 log10(s / (1 - s)).

The test is the generalized sequential probability ratio test: the logarithm of the ratio of two likelihoods.
Each is the greatest likelihood among distributions of the five results with a given mean: the score of elo1
for the first, and of elo0 for the second.
It ends at log((1 - beta) / alpha), accepted, or at log(beta / (1 - alpha)), refused.
"""

import math
import random

# The score of one game by half points of its pair.
SCORES = [0.0, 0.25, 0.5, 0.75, 1.0]
# A result that has not been seen counts as this many pairs, so that both likelihoods exist.
UNSEEN = 1e-3


def score_of(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score):
    score = min(max(score, 1e-6), 1 - 1e-6)
    return 400 * math.log10(score / (1 - score))


def most_likely(shares, mean):
    """The distribution of the five results with this mean under which `shares` are most likely.

    By Lagrange's method it is share / (1 + t (score - mean)) for the t at which the mean is right. The sum
    falls in t, so bisection finds it."""
    low, high = -1 / (SCORES[-1] - mean), 1 / (mean - SCORES[0])
    for _ in range(60):
        t = (low + high) / 2
        excess = sum(p * (s - mean) / (1 + t * (s - mean)) for p, s in zip(shares, SCORES))
        low, high = (t, high) if excess > 0 else (low, t)
    return [p / (1 + t * (s - mean)) for p, s in zip(shares, SCORES)]


def log_likelihood_ratio(counts, elo0, elo1):
    """The log-likelihood ratio of elo1 to elo0, from the numbers of pairs with 0, 1, 2, 3 and 4 half points."""
    if sum(counts) == 0:
        return 0.0
    counts = [max(count, UNSEEN) for count in counts]
    pairs = sum(counts)
    shares = [count / pairs for count in counts]
    first, zeroth = (most_likely(shares, score_of(elo)) for elo in (elo1, elo0))
    return sum(count * math.log(p1 / p0) for count, p1, p0 in zip(counts, first, zeroth))


def bounds(alpha, beta):
    """The ratios at which the test refuses and accepts."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def estimate(counts):
    """Elo, and the ends of its 95 % interval."""
    pairs = sum(counts)
    mean = sum(count * score for count, score in zip(counts, SCORES)) / pairs
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, SCORES))
    margin = 1.96 * math.sqrt(variance / max(1, pairs - 1) / pairs)
    return elo_of(mean), elo_of(mean - margin), elo_of(mean + margin)


def simulate(shares, elo0, elo1, alpha, beta, numbers, most_pairs=100_000):
    """Whether a test of pairs with these shares accepts, and after how many pairs."""
    lower, upper = bounds(alpha, beta)
    counts = [0] * 5
    for pair in range(1, most_pairs + 1):
        counts[numbers.choices(range(5), shares)[0]] += 1
        if pair % 4 == 0:
            ratio = log_likelihood_ratio(counts, elo0, elo1)
            if not lower < ratio < upper:
                return ratio >= upper, pair
    raise AssertionError(f"no end after {most_pairs} pairs")


def self_test():
    """Checks the statistics against values known otherwise, and the rates of error by simulation."""
    def near(found, expected, tolerance):
        assert abs(found - expected) <= tolerance, f"{found}, expected {expected}"

    near(score_of(0), 0.5, 0)
    near(score_of(400), 10 / 11, 1e-12)
    near(elo_of(0.75), 190.848501887865, 1e-9)
    lower, upper = bounds(0.05, 0.05)
    near(lower, -math.log(19), 1e-12)
    near(upper, math.log(19), 1e-12)

    # With pairs of 0 and 4 half points alone, shares are Bernoulli's and the ratio is in closed form.
    for lost, won, elo0, elo1 in [(40, 60, 0, 10), (500, 500, -5, 5), (30, 10, 0, 50)]:
        s0, s1 = score_of(elo0), score_of(elo1)
        exact = won * math.log(s1 / s0) + lost * math.log((1 - s1) / (1 - s0))
        near(log_likelihood_ratio([lost, 0, 0, 0, won], elo0, elo1), exact, 0.01)
    # With 0, 2 and 4, the constrained distributions are found by trying all shares of draws.
    def best(counts, mean):
        losses, draws, wins = counts
        tries = (n / 100_000 for n in range(1, 100_000))
        return max(losses * math.log(1 - mean - d / 2) + draws * math.log(d) + wins * math.log(mean - d / 2)
                   for d in tries if d / 2 < min(mean, 1 - mean) - 1e-9)
    counts = [90, 400, 130]
    exact = best(counts, score_of(15)) - best(counts, score_of(0))
    near(log_likelihood_ratio([90, 0, 400, 0, 130], 0, 15), exact, 0.01)
    # Near level, the ratio is that of normal distributions.
    counts = [400, 2100, 5000, 2400, 450]
    pairs, s0, s1 = sum(counts), score_of(0), score_of(2)
    mean = sum(c * s for c, s in zip(counts, SCORES)) / pairs
    variance = sum(c * (s - mean) ** 2 for c, s in zip(counts, SCORES)) / pairs
    normal = pairs * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    near(log_likelihood_ratio(counts, 0, 2), normal, 0.02 * abs(normal))
    # Level counts at symmetric bounds favour neither; exchanging engines or bounds only turns signs.
    counts = [5, 9, 30, 12, 8]
    near(log_likelihood_ratio([5, 9, 30, 9, 5], -10, 10), 0, 1e-9)
    near(log_likelihood_ratio(counts, 3, 10), log_likelihood_ratio(counts[::-1], -3, -10), 1e-9)
    near(log_likelihood_ratio(counts, 3, 10), -log_likelihood_ratio(counts, 10, 3), 1e-9)
    elo, low, high = estimate([0, 0, 10, 0, 0])
    near(elo, 0, 1e-9)
    assert low == high == elo

    # The rates of error, of 200 tests each: two standard deviations above 0.05 are 0.081.
    numbers = random.Random(1)
    elo0, elo1, runs = 0, 60, 200
    for elo, wrong in [(elo0, True), (elo1, False)]:
        shares = most_likely([0.08, 0.2, 0.4, 0.22, 0.1], score_of(elo))
        ends = [simulate(shares, elo0, elo1, 0.05, 0.05, numbers) for _ in range(runs)]
        errors = sum(accepted == wrong for accepted, _ in ends)
        pairs = sum(pairs for _, pairs in ends) / runs
        print(f"true Elo {elo}, bounds {elo0} and {elo1}: {errors} of {runs} tests err, {pairs:.0f} pairs each")
        assert errors / runs < 0.081
    print("self-test passed")
