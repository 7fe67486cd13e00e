# Prints the numbers that TestAgainstPlainSums expects. It takes the sums of Vehtari and others (2021) term by term: no
# transforms, ranks by counting, and nothing shared with the package. Run it with python3; it needs nothing else.
import math
from statistics import NormalDist, mean


def chain(seed, n, rho, shift, scale):
    x, out = 0.0, []
    for _ in range(n):
        seed = (1664525 * seed + 1013904223) % 2**32
        x = rho * x + seed / 2**32 - 0.5
        out.append(shift + scale * x)
    return out


def split(chains):
    return [half for c in chains for half in (c[:len(c) // 2], c[-(len(c) // 2):])]


def scores(chains):
    pooled = [v for c in chains for v in c]

    def rank(v):
        return sum(a < v for a in pooled) + (pooled.count(v) + 1) / 2

    return [[NormalDist().inv_cdf((rank(v) - 3 / 8) / (len(pooled) + 1 / 4)) for v in c] for c in chains]


def variance(x):
    return sum((v - mean(x)) ** 2 for v in x) / (len(x) - 1)


def rhat(chains):
    n = len(chains[0])
    between, within = n * variance([mean(c) for c in chains]), mean(variance(c) for c in chains)
    return math.sqrt(((n - 1) / n * within + between / n) / within)


def quantile(x, p):
    x = sorted(x)
    at = (len(x) - 1) * p
    i = int(at)
    return x[i] + (at - i) * (x[min(i + 1, len(x) - 1)] - x[i])


def folded(chains):
    middle = quantile([v for c in chains for v in c], 0.5)
    return [[abs(v - middle) for v in c] for c in chains]


def ess(chains):
    m, n = len(chains), len(chains[0])
    means = [mean(c) for c in chains]
    within = mean(variance(c) for c in chains)
    plus = (n - 1) / n * within + variance(means)

    def rho(lag):
        covariance = mean(sum((c[i] - a) * (c[i + lag] - a) for i in range(n - lag)) / n for c, a in zip(chains, means))
        return 1 - (within - covariance) / plus

    pairs, last = [], 0.0
    while 2 * len(pairs) + 1 < n:
        even = rho(2 * len(pairs)) if pairs else 1.0
        odd = rho(2 * len(pairs) + 1)
        if even + odd <= 0:
            last = max(even, 0)
            break
        pairs.append(min(even + odd, pairs[-1]) if pairs else even + odd)
    return m * n / max(-1 + 2 * sum(pairs) + last, 1 / math.log10(m * n))


def tail(chains):
    pooled = [v for c in chains for v in c]
    return min(ess(split([[float(v <= quantile(pooled, p)) for v in c] for c in chains])) for p in (0.05, 0.95))


for chains in (
    [chain(1, 101, 0.7, 0, 1), chain(2, 101, 0.7, 0, 1), chain(3, 101, 0.7, 0.3, 1), chain(4, 101, 0.7, 0, 1.5)],
    [chain(5, 200, 0.2, 0, 1), chain(6, 200, 0.2, 0, 1)],
    [chain(7, 300, -0.4, 0, 1)],
):
    halves = split(chains)
    pooled = [v for c in chains for v in c]
    print(max(rhat(scores(halves)), rhat(scores(folded(halves)))), ess(scores(halves)), tail(chains),
          math.sqrt(variance(pooled) / ess(halves)), sep=", ")
