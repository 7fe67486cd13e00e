#!/usr/bin/env python3
"""Makes the Zarr stores of the tests, and what zarr reads from them. Needs zarr and numcodecs (Debian: python3-zarr,
python3-numcodecs). Version 2 is written by zarr. Version 3 is written here, array by array, from its specification, since
Debian's zarr has only a draft of it; check.mjs compares what zarrita reads from it.
"""
import itertools
import json
import os
import struct
import zipfile

import numcodecs
import numcodecs.blosc
import numpy as np
import zarr

EXPECTED = {}


def flat(a):
    if a.dtype.kind in "OSU":
        return [x.decode() if isinstance(x, bytes) else str(x) for x in a.ravel()]
    return [float(x) if np.isfinite(x) else str(float(x)) for x in a.ravel().astype("f8")]


def expect(store, path, a):
    EXPECTED.setdefault(store, {})[path] = {"shape": list(a.shape), "values": flat(np.asarray(a))}


def second():
    with zarr.ZipStore("second.zip", mode="w") as store:
        g = zarr.group(store)
        g.attrs.put({"text": "plain", "list": ["a", "b"], "shape": [3, 4]})
        x = np.arange(35 * 23).reshape(35, 23)[:17, :11] * 0.5
        for name, c in {
            "none": None, "gzip": numcodecs.GZip(), "zlib": numcodecs.Zlib(), "zstd": numcodecs.Zstd(), "lz4": numcodecs.LZ4(),
            "blosc lz4": numcodecs.Blosc(), "blosc zstd": numcodecs.Blosc("zstd"), "blosc zlib": numcodecs.Blosc("zlib"),
            "blosc snappy": numcodecs.Blosc("snappy"), "blosc plain": numcodecs.Blosc("lz4", shuffle=0), "blosc bits": numcodecs.Blosc("lz4", shuffle=2),
            "blosc lz4hc": numcodecs.Blosc("lz4hc", clevel=9)}.items():
            g.create_dataset(name, data=x, chunks=(8, 5), compressor=c)
        # Blosc packs blocks apart where there is more, and copies what does not shrink.
        big = np.random.default_rng(1).poisson(0.4, 60_000)
        for t in ["i1", "u2", "i4", "i8", "f4", "f8"]:
            for how, c in {"lz4": numcodecs.Blosc(blocksize=4096), "bits": numcodecs.Blosc("zstd", shuffle=2, blocksize=8192)}.items():
                g.create_dataset("big %s %s" % (how, t), data=big[:1200].astype(t), chunks=(1000,), compressor=c)
        g.create_dataset("noise", data=np.random.default_rng(2).integers(0, 256, 500).astype("u1"), chunks=(400,))
        g.create_dataset("shuffled", data=x, chunks=(8, 5), filters=[numcodecs.Shuffle(8)], compressor=numcodecs.Zlib())
        g.create_dataset("fortran", data=x, chunks=(8, 5), order="F")
        g.create_dataset("slashes", data=x, chunks=(8, 5), dimension_separator="/")
        for t in ["i1", "<i2", ">i4", "i8", "u1", "u2", "u4", ">u8", "f2", "<f4", ">f8", "?", "S5", "<U4", ">U4"]:
            g.create_dataset("type " + t.replace("<", "little ").replace(">", "big ").replace("?", "bool"), data=np.array([0, 1, 2, 100, 0, 3]).astype(t), chunks=(4,))
        g.create_dataset("halves", data=np.array([0, -0.0, 1.5, -2.25, 65504, 6e-8, 6.1e-5, np.inf, -np.inf, np.nan, 0.333], "f2"))
        g.create_dataset("texts", data=np.array(["alpha", "", "βeta", "g" * 300, "e"], object), object_codec=numcodecs.VLenUTF8(), chunks=(2,))
        g.create_dataset("single", data=np.array(2.5), shape=())
        g.create_dataset("nothing", shape=(0, 3), chunks=(2, 3))
        for name, fill in {"gaps": -1.5, "gaps nan": np.nan, "gaps infinite": -np.inf}.items():
            d = g.create_dataset(name, shape=(20,), chunks=(3,), fill_value=fill, dtype="f4")
            d[4:6] = 7
        d = g.create_dataset("gaps of texts", shape=(7,), chunks=(3,), dtype=object, object_codec=numcodecs.VLenUTF8(), fill_value="none")
        d[3:6] = np.array(["a", "bb", "ccc"], object)
        g.create_dataset("cube", data=np.arange(7 * 5 * 9, dtype="i2").reshape(7, 5, 9), chunks=(3, 2, 4))
        for name in g:
            expect("second.zip", name, np.asarray(g[name][...]))
        g.create_dataset("refused blosclz", data=big[:3000], chunks=(2500,), compressor=numcodecs.Blosc("blosclz"))
        g.create_dataset("refused lzma", data=x, compressor=numcodecs.LZMA())
        g.create_dataset("refused delta", data=big[:100], filters=[numcodecs.Delta("i8")])
        g.create_dataset("refused objects", data=np.array(["a", 1], object), object_codec=numcodecs.JSON())


def crc32c(b):
    table = []
    for i in range(256):
        c = i
        for _ in range(8):
            c = c >> 1 ^ (0x82F63B78 if c & 1 else 0)
        table.append(c)
    c = 0xFFFFFFFF
    for x in b:
        c = c >> 8 ^ table[(c ^ x) & 255]
    return struct.pack("<I", c ^ 0xFFFFFFFF)


def encode(codecs, a, fill):
    """Encodes an array of numpy by codecs of version 3."""
    for c in codecs:
        name, how = c["name"], c.get("configuration", {})
        if name == "transpose":
            a = a.transpose(how["order"])
        elif name == "bytes":
            a = a.astype(a.dtype.newbyteorder(">" if how.get("endian") == "big" else "<")).tobytes()
        elif name == "vlen-utf8":
            a = numcodecs.VLenUTF8().encode(a.ravel())
            a = bytes(a)
        elif name == "gzip":
            a = numcodecs.GZip(how["level"]).encode(a)
        elif name == "zstd":
            a = numcodecs.Zstd(how["level"]).encode(a)
        elif name == "blosc":
            a = numcodecs.Blosc(how["cname"], how["clevel"], {"noshuffle": 0, "shuffle": 1, "bitshuffle": 2}[how["shuffle"]]).encode(np.frombuffer(a, "u%d" % how["typesize"]))
        elif name == "crc32c":
            a = a + crc32c(a)
        elif name == "sharding_indexed":
            inner, parts, index = how["chunk_shape"], [], []
            counts = [n // k for n, k in zip(a.shape, inner)]
            at = 0
            size = 16 * int(np.prod(counts)) + 4
            start = how.get("index_location") == "start"
            for place in itertools.product(*map(range, counts)):
                chunk = a[tuple(slice(p * k, (p + 1) * k) for p, k in zip(place, inner))]
                if (chunk == fill).all():
                    index.append((2**64 - 1, 2**64 - 1))
                    continue
                b = encode(how["codecs"], chunk, fill)
                index.append((at + (size if start else 0), len(b)))
                parts.append(b)
                at += len(b)
            table = encode(how["index_codecs"], np.array(index, "u8"), 0)
            a = table + b"".join(parts) if start else b"".join(parts) + table
    return bytes(a)


def third_array(z, path, a, chunks, codecs, kind, fill, separator="/", keys="default"):
    z.writestr(path + "/zarr.json", json.dumps({
        "zarr_format": 3, "node_type": "array", "shape": a.shape, "data_type": kind, "fill_value": fill, "codecs": codecs, "attributes": {"encoding-type": "array"},
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunks}},
        "chunk_key_encoding": {"name": keys, "configuration": {"separator": separator}}}))
    for place in itertools.product(*[range(-(-n // k)) for n, k in zip(a.shape, chunks)]):
        part = a[tuple(slice(p * k, (p + 1) * k) for p, k in zip(place, chunks))]
        if a.dtype != object and (part == fill).all():
            continue
        whole = np.full(chunks, fill, a.dtype)
        whole[tuple(slice(0, n) for n in part.shape)] = part
        name = separator.join((["c"] if keys == "default" else []) + [str(p) for p in place])
        z.writestr(path + "/" + name, encode(codecs, whole, fill))
    expect("third.zip", path, a)


def third():
    plain = [{"name": "bytes", "configuration": {"endian": "little"}}]
    sums = plain + [{"name": "crc32c"}]
    blosc = lambda cname, shuffle, size=8: {"name": "blosc", "configuration": {"cname": cname, "clevel": 5, "shuffle": shuffle, "typesize": size, "blocksize": 0}}
    zstd, gzip = {"name": "zstd", "configuration": {"level": 3, "checksum": False}}, {"name": "gzip", "configuration": {"level": 5}}
    x = np.arange(17 * 11).reshape(17, 11) * 0.5
    with zipfile.ZipFile("third.zip", "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("zarr.json", json.dumps({"zarr_format": 3, "node_type": "group", "attributes": {"text": "plain", "list": ["a", "b"], "shape": [3, 4]}}))
        third_array(z, "plain", x, (8, 5), plain, "float64", 0)
        third_array(z, "gzip", x, (8, 5), plain + [gzip], "float64", 0)
        third_array(z, "zstd", x, (8, 5), plain + [zstd], "float64", 0)
        third_array(z, "sums", x, (8, 5), plain + [gzip, {"name": "crc32c"}], "float64", 0)
        third_array(z, "blosc", x, (8, 5), plain + [blosc("lz4", "shuffle")], "float64", 0)
        third_array(z, "bits", x.astype("f4"), (8, 5), plain + [blosc("zstd", "bitshuffle", 4)], "float32", 0)
        third_array(z, "big", x, (8, 5), [{"name": "bytes", "configuration": {"endian": "big"}}, zstd], "float64", 0)
        third_array(z, "transposed", x, (8, 5), [{"name": "transpose", "configuration": {"order": [1, 0]}}] + plain, "float64", 0)
        third_array(z, "turned", np.arange(2 * 3 * 4, dtype="i2").reshape(2, 3, 4), (2, 2, 3), [{"name": "transpose", "configuration": {"order": [2, 0, 1]}}] + plain, "int16", 0)
        third_array(z, "points", x, (8, 5), plain, "float64", 0, separator=".")
        third_array(z, "old names", x, (8, 5), plain, "float64", 0, separator=".", keys="v2")
        for where in ["start", "end"]:
            third_array(z, "shards " + where, x, (8, 6), [{"name": "sharding_indexed", "configuration": {
                "chunk_shape": [4, 3], "codecs": plain + [zstd], "index_codecs": sums, "index_location": where}}], "float64", 0)
        gaps = np.zeros((20, 6), "i4")
        gaps[5:7] = 3
        third_array(z, "shards with gaps", gaps, (10, 6), [{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2, 3], "codecs": plain + [blosc("lz4", "shuffle", 4)], "index_codecs": sums}}], "int32", 0)
        third_array(z, "bool", np.array([True, False, True]), (2,), [{"name": "bytes"}, zstd], "bool", False)
        texts = np.array(["alpha", "", "βeta", "g" * 300, "e"], object)
        third_array(z, "texts", texts, (2,), [{"name": "vlen-utf8"}, zstd], "string", "")
        third_array(z, "texts in shards", np.array(["a", "bb", "", "dddd", "e", "f"], object), (4,), [{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [2], "codecs": [{"name": "vlen-utf8"}], "index_codecs": sums}}], "string", "")


def main():
    second()
    third()
    with open("expected.json", "w") as f:
        json.dump(EXPECTED, f, sort_keys=True)
        f.write("\n")


main()
