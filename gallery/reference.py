"""The references of docs/gallery: every operator by numpy and scipy, in 64 bits, over the inputs of gallery/src/inputs.rs.

Run it from anywhere after a change of an operator or an input; it writes references.csv beside itself.

    pip install numpy scipy
    python3 gallery/reference.py
"""

import platform
import zlib
from pathlib import Path

import numpy as np
import scipy
from scipy import ndimage, special, stats
from scipy.spatial.transform import Rotation

N = 100_000
F32 = np.float32

# ---- Inputs: whole numbers from a hash, and what f32 makes of them, as in Rust.


def mix(seed, index):
    with np.errstate(over="ignore"):
        b = np.asarray(index, np.uint32) * np.uint32(0x9E3779B9) ^ np.uint32(seed * 0x7FEB352D & 0xFFFFFFFF)
        b = (b ^ (b >> np.uint32(16))) * np.uint32(0x85EBCA6B)
        b = (b ^ (b >> np.uint32(13))) * np.uint32(0xC2B2AE35)
        return b ^ (b >> np.uint32(16))


def bits(seed, n=N):
    return mix(seed, np.arange(n, dtype=np.uint32))


def below(limit, seed, n=N):
    return (bits(seed, n) >> np.uint32(8)) % np.uint32(limit)


def letters(alphabet, seed, n=N):
    return np.frombuffer(alphabet, np.uint8)[below(len(alphabet), seed, n)]


def units(seed, n=N):
    return (bits(seed, n) >> np.uint32(8)).astype(F32) * F32(1 / 16777216)


def between(low, high, seed, n=N):
    low, high = F32(low), F32(high)
    return low + (high - low) * units(seed, n)


def vectors(low, high, seed, n=N):
    return np.stack([between(low, high, seed + axis, n) for axis in range(3)], axis=1)


def about_a_line(slope, intercept, low, high, seed):
    return F32(slope) * between(low, high, seed) + F32(intercept) + between(-1, 1, seed + 1)


def altered(first, alphabet, often, seed):
    n = len(first)
    return np.where(below(often, seed, n) == 0, letters(alphabet, seed + 1, n), first)


def sphere():
    index = np.arange(49_152)
    face, square = index // 8192, index // 2 % 4096
    i, j = square // 64, square % 64
    side = np.where(face < 3, F32(1), F32(-1))

    def corner(di, dj):
        point = np.zeros((len(index), 3), F32)
        point[index, face % 3] = side
        point[index, (face + 1) % 3] = (i + di).astype(F32) / F32(32) - F32(1)
        point[index, (face + 2) % 3] = ((j + dj).astype(F32) / F32(32) - F32(1)) * side
        x, y, z = point.T
        return point / np.sqrt(x * x + y * y + z * z)[:, None]

    even = (index % 2 == 0)[:, None]
    return corner(0, 0), np.where(even, corner(1, 0), corner(1, 1)), np.where(even, corner(1, 1), corner(0, 1))


def parentheses(seed):
    half = letters(b"(ab", seed, N // 2)
    mirror = np.where(half == ord("("), ord(")"), half)[::-1]
    return np.concatenate([half, mirror])


def characters(seed):
    text = b""
    for index in below(6, seed):
        character = ["a", "é", "€", "한", "𝄞", "\U0010fffd"][index].encode()
        if len(text) + len(character) > N:
            break
        text += character
    return text + b"a" * (N - len(text))


# ---- References.


def wide(array):
    return np.asarray(array, np.float64)


def statistics():
    x = wide(between(0.5, 2, 1))
    yield "geometric_mean", "mean", stats.gmean(x)

    x, y = wide(between(-1, 3, 2)), wide(about_a_line(0.5, 0, -1, 3, 2))
    yield "correlation", "covariance", np.cov(x, y, ddof=0)[0, 1]
    yield "correlation", "pearson", stats.pearsonr(x, y).statistic

    line = stats.linregress(wide(between(1000, 1010, 4)), wide(about_a_line(3, 7, 1000, 1010, 4)))
    yield "linear_regression", "slope", line.slope
    yield "linear_regression", "intercept", line.intercept
    yield "linear_regression", "r_squared", line.rvalue**2

    found = stats.describe(wide(units(6) * units(6)))
    yield "description", "count", found.nobs
    yield "description", "min", found.minmax[0]
    yield "description", "max", found.minmax[1]
    yield "description", "mean", found.mean
    yield "description", "variance", found.variance
    yield "description", "skewness", found.skewness
    yield "description", "kurtosis", found.kurtosis

    yield "weighted_variance", "variance", np.cov(wide(between(-5, 10, 7)), aweights=wide(between(0, 2, 8)), ddof=0)

    yield "winsorized_mean", "mean", np.clip(wide(between(-10, 10, 9)), -8.5, 9).mean()

    first = below(4, 10).astype(np.uint8)
    second = altered(first, b"\0\1\2\3", 3, 11)
    by_chance = sum(np.mean(first == k) * np.mean(second == k) for k in range(4))
    yield "cohens_kappa", "kappa", (np.mean(first == second) - by_chance) / (1 - by_chance)

    yield "kolmogorov_smirnov", "distance", stats.kstest(wide(between(0.05, 0.98, 13)), "uniform").statistic


def graphics():
    luminance = wide(vectors(0, 4, 1)) @ [0.2126, 0.7152, 0.0722]
    yield "log_average_luminance", "luminance", stats.gmean(1e-4 + luminance)

    depth = wide(F32(0.5) + F32(0.499) * units(4))[units(5) >= 0.25]
    near, far = wide(F32(0.1)), 100.0
    distance = 1 / (1 / near + depth * (1 / far - 1 / near))
    yield "depth_range", "nearest", distance.min()
    yield "depth_range", "farthest", distance.max()

    pixels = bits(6).astype(np.int64)
    rgb = np.stack([pixels & 255, pixels >> 8 & 255, pixels >> 16 & 255], axis=1)
    red, green, blue = rgb.T
    chroma = np.ptp(rgb, axis=1)
    colour = chroma > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        hue = np.select(
            [red == rgb.max(axis=1), green == rgb.max(axis=1)],
            [(green - blue) / chroma % 6, (blue - red) / chroma + 2],
            (red - green) / chroma + 4,
        )
    sectors = np.floor(2 * hue[colour]).astype(int) % 12
    yield "dominant_hue", "sector", np.bincount(sectors, minlength=12).argmax()

    y, x = ndimage.center_of_mass(below(256, 7).reshape(250, 400))
    yield "centroid", "x", x
    yield "centroid", "y", y

    first = below(256, 8).astype(np.uint8)
    second = altered(first, b"\x00\x40\x80\xff", 10, 9)
    yield "psnr", "decibels", 10 * np.log10(255**2 / np.mean((wide(first) - wide(second)) ** 2))

    first = letters(b"\x08\x20\x60\xb0\xf8", 11, 60_000)
    second = altered(first, b"\x10\x80\xf0", 4, 12)
    (xx, xy), (_, yy) = np.cov(wide(first), wide(second), ddof=0)
    x, y = first.mean(), second.mean()
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    yield "ssim", "ssim", (2 * x * y + c1) * (2 * xy + c2) / ((x * x + y * y + c1) * (xx + yy + c2))

    alpha = between(0, 1e-4, 17)
    colour = wide(vectors(0, 1, 14) * alpha[:, None])
    through = np.concatenate([[1], np.cumprod(1 - wide(alpha))])
    for name, channel in zip(["red", "green", "blue"], colour.T):
        yield "over", name, np.sum(channel * through[:-1])
    yield "over", "alpha", 1 - through[-1]

    a, b, c = (wide(corner) for corner in sphere())
    yield "mesh_volume", "volume", np.linalg.det(np.stack([a, b, c], axis=1)).sum() / 6
    yield "mesh_volume", "surface", np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2


def text():
    words = letters(b"etaoinshrdlu  \t\n", 1).tobytes()
    yield "word_count", "lines", words.count(b"\n")
    yield "word_count", "words", len(words.split())
    yield "word_count", "bytes", len(words)

    lines = letters(b"the quick brown fox jumps over the lazy dog\n", 2).tobytes().split(b"\n")
    yield "longest_line", "longest", max(map(len, lines))

    brackets = parentheses(3)
    depth = np.cumsum((brackets == ord("(")).astype(int) - (brackets == ord(")")))
    assert depth.min() >= 0 and depth[-1] == 0
    yield "nesting", "deepest", depth.max()

    yield "utf8_length", "characters", len(characters(4).decode())

    yield "adler32", "checksum", zlib.adler32(below(256, 5).astype(np.uint8).tobytes())
    yield "crc32", "checksum", zlib.crc32(below(256, 6).astype(np.uint8).tobytes())

    lower = letters(b"EeTtaaoinshr dlu.,", 7).tobytes().lower()
    _, counts = np.unique([byte for byte in lower if byte in b"abcdefghijklmnopqrstuvwxyz"], return_counts=True)
    yield "index_of_coincidence", "index", special.comb(counts, 2).sum() / special.comb(counts.sum(), 2)

    # The registers of the paper, one after the other; its standard error is 13 % with 64 of them.
    hashes = mix(0, below(20_000, 8))
    _, exponents = np.frexp(wide(hashes >> np.uint32(6)))
    registers = [(26 - exponents[hashes % 64 == k] + 1).max() for k in range(64)]
    estimate = 0.7213 / (1 + 1.079 / 64) * 64 * stats.hmean(2.0 ** np.array(registers))
    different = len(np.unique(hashes))
    assert abs(estimate / different - 1) < 3 * 1.04 / 8, (estimate, different)
    yield "distinct_words", "estimate", estimate


def bioinformatics():
    sequence = np.char.upper(letters(b"ACGTacgtGGCN", 1).view("S1"))
    yield "gc_content", "share", np.isin(sequence, [b"G", b"C"]).sum() / (sequence != b"N").sum()

    genome = letters(b"ACGT", 2)
    skew = np.cumsum((genome == ord("G")).astype(int) - (genome == ord("C")))
    yield "replication_origin", "place", np.concatenate([[0], skew]).argmin()

    genome = letters(b"ACGT", 3)
    heights = np.concatenate([[0], np.cumsum(np.where(np.isin(genome, list(b"GC")), 1, -1))])
    lowest = np.minimum.accumulate(heights[:-1])
    end = np.argmax(heights[1:] - lowest) + 1
    yield "maximal_segment", "score", heights[end] - lowest[end - 1]
    yield "maximal_segment", "begin", np.argmin(heights[:end])
    yield "maximal_segment", "end", end

    genome = letters(b"ACGT", 4)
    edges = np.flatnonzero(np.concatenate([[True], genome[1:] != genome[:-1], [True]]))
    yield "homopolymer", "longest", np.diff(edges).max()

    first = letters(b"ACGT-", 5)
    second = altered(first, b"AAGGCT", 5, 6)
    known = (first != ord("-")) & (second != ord("-"))
    first, second = first[known], second[known]
    purine = [np.isin(bases, list(b"AG")) for bases in (first, second)]
    q = np.mean(purine[0] != purine[1])
    p = np.mean((purine[0] == purine[1]) & (first != second))
    yield "kimura_distance", "distance", -np.log(1 - 2 * p - q) / 2 - np.log(1 - 2 * q) / 4

    quality = letters(b"!#'+/37;?CGI", 8).astype(int) - 33
    yield "expected_errors", "errors", np.sum(10.0 ** (-quality / 10))
    yield "expected_errors", "bases", len(quality)

    names = "ARNDCQEGHILKMFPSTWYV"
    scale = [1.8, -4.5, -3.5, -3.5, 2.5, -3.5, -3.5, -0.4, -3.2, 4.5, 3.8, -3.9, 1.9, 2.8, -1.6, -0.8, -0.7, -0.9, -1.3, 4.2]
    protein = letters(names.encode() + b"X", 12)
    counts = [np.count_nonzero(protein == ord(name)) for name in names]
    yield "hydropathy", "index", np.average(scale, weights=counts)

    # By digits of base 4, where Rust reverses bits.
    kmers = bits(10).astype(np.int64)
    digits = kmers[:, None] >> (2 * np.arange(16)) & 3
    reverse = (3 - digits) @ (4 ** np.arange(15, -1, -1))
    sketch = np.unique(finaliser(np.minimum(kmers, reverse)))[:8]
    names = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
    for name, value in zip(names, sketch):
        yield "min_hash", name, value


def finaliser(keys):
    b = keys.astype(np.uint64)
    b = (b ^ (b >> np.uint64(16))) * np.uint64(0x85EBCA6B) & np.uint64(0xFFFFFFFF)
    b = (b ^ (b >> np.uint64(13))) * np.uint64(0xC2B2AE35) & np.uint64(0xFFFFFFFF)
    return b ^ (b >> np.uint64(16))


def simulation():
    velocity, mass = wide(vectors(-1, 2, 1)), wide(between(0.5, 2, 4))
    for name, value in zip("xyz", mass @ velocity):
        yield "kinetic_energy", name, value
    yield "kinetic_energy", "energy", np.einsum("n,ni,ni", mass, velocity, velocity) / 2

    place, mass = wide(vectors(5, 9, 5)), wide(between(0.5, 2, 8))
    place -= np.average(place, axis=0, weights=mass)
    second = np.einsum("n,ni,nj->ij", mass, place, place)
    tensor = np.trace(second) * np.eye(3) - second
    for name, (i, j) in {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "yz": (1, 2), "zx": (2, 0), "xy": (0, 1)}.items():
        yield "inertia_tensor", name, tensor[i, j]

    step = 0.5 * 0.01 / (np.abs(wide(between(-300, 300, 9))) + wide(between(300, 360, 10)))
    yield "time_step", "cell", step.argmin()
    yield "time_step", "step", step.min()

    residual = wide(between(-1e-3, 1e-3, 11))
    yield "residual_norms", "l1", np.linalg.norm(residual, 1)
    yield "residual_norms", "l2", np.linalg.norm(residual)
    yield "residual_norms", "greatest", np.linalg.norm(residual, np.inf)
    yield "residual_norms", "finite", int(np.isfinite(residual).all())

    separation = vectors(-1, 1, 12)
    force = separation * between(-1, 3, 15)[:, None]
    yield "virial_pressure", "pressure", (2000 + np.vdot(wide(separation), wide(force)) / 3) / 5000

    waves = np.exp(1j * wide(vectors(0, 1, 16)) @ [1.5, 2.0, -1.0])
    yield "structure_factor", "factor", np.abs(waves.sum()) ** 2 / N

    kt = wide(F32(0.6))
    yield "free_energy", "difference", -kt * (special.logsumexp(-wide(between(-2, 3, 19)) / kt) - np.log(N))

    turns = Rotation.from_rotvec(wide(vectors(-1, 1.5, 20)) * wide(F32(0.01)))
    while len(turns) > 1:
        last = turns[-1:] if len(turns) % 2 else None
        turns = turns[0 : len(turns) // 2 * 2 : 2] * turns[1::2]
        turns = turns if last is None else Rotation.concatenate([turns, last])
    x, y, z, w = turns[0].as_quat(canonical=True)
    for name, value in {"w": w, "x": x, "y": y, "z": z}.items():
        yield "attitude", name, value


def main():
    lines = [
        "# Written by gallery/reference.py with "
        f"Python {platform.python_version()}, numpy {np.__version__}, scipy {scipy.__version__}.",
        "operator,figure,value",
    ]
    for field in (statistics, graphics, text, bioinformatics, simulation):
        lines += [f"{field.__name__}/{name},{figure},{float(value)!r}" for name, figure, value in field()]
    Path(__file__).with_name("references.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
