#!/usr/bin/env python3
"""Makes the HDF5 files of the tests, and what h5py reads from them. Needs h5py (Debian: python3-h5py).

For each file NAME.h5 it writes NAME.json: for each dataset and each attribute its shape and its values. Where there are
more than 200 numbers, the SHA-256 of them as float64, the least significant byte first, stands instead.
"""
import hashlib
import json
import sys

import h5py
import numpy as np


def flat(value):
    if isinstance(value, h5py.Empty):
        return {"shape": [0], "values": []}
    a = np.asarray(value)
    out = {"shape": list(a.shape)}
    if a.dtype.kind in "OSU":
        out["values"] = [x.decode() if isinstance(x, bytes) else str(x) for x in a.ravel()]
    elif a.dtype.kind == "V" and a.dtype.names:
        out["fields"] = {n: flat(a[n]) for n in a.dtype.names}
    elif a.size > 200:
        out["sha256"] = hashlib.sha256(a.ravel().astype("<f8").tobytes()).hexdigest()
    else:
        out["values"] = [float(x) if np.isfinite(x) else str(float(x)) for x in a.ravel()]
    return out


def expect(name):
    out = {}
    with h5py.File(name + ".h5", "r") as f:
        def visit(path, o):
            path = "/" + path
            for k, v in o.attrs.items():
                out[path + "@" + k] = flat(v)
            if isinstance(o, h5py.Dataset):
                if o.shape is None:
                    return
                if h5py.check_ref_dtype(o.dtype):
                    return
                out[path] = flat(o[()])
            elif isinstance(o, h5py.Group):
                out[path] = {"names": sorted(k for k in o)}
        visit("", f)
        f.visititems(visit)
        for k in f:
            link = f.get(k, getlink=True)
            if isinstance(link, h5py.SoftLink):
                out["/" + k] = flat(f[k][()])
    with open(name + ".json", "w") as g:
        json.dump(out, g, indent=0, sort_keys=True)
        g.write("\n")


def types(f):
    g = f.create_group("types")
    for t in ["i1", "i2", "<i4", ">i4", "i8", "u1", "u2", "u4", ">u8", "f2", "<f4", ">f4", "f8", ">f8"]:
        name = {"<": "little ", ">": "big "}.get(t[0], "") + t.lstrip("<>")
        g[name] = np.array([0, 1, 2, 100, 7, 0, 3]).astype(t)
    g["negative"] = np.array([-1, -128, 127], "i1")
    g["halves"] = np.array([0, -0.0, 1.5, -2.25, 65504, 6e-8, 6.1e-5, np.inf, -np.inf, np.nan, 0.333], "f2")
    g["bool"] = np.array([True, False, True])
    g.create_dataset("enum", data=[2, 0, 1], dtype=h5py.enum_dtype({"red": 0, "green": 1, "blue": 2}, basetype="i2"))
    g["scalar"] = 3.5
    g["text"] = "Grüße"
    g["empty"] = h5py.Empty("f8")
    g["none"] = np.zeros((0, 4))
    g["fixed"] = np.array([b"a", b"bcd", b"", b"efgh"], "S4")
    g["variable"] = np.array(["alpha", "", "βeta", "g" * 300], h5py.string_dtype())
    g["ascii"] = np.array(["alpha", "beta"], h5py.string_dtype("ascii"))
    g["utf8 fixed"] = np.array(["é".encode(), b"xyz"], h5py.string_dtype("utf-8", 5))
    g["compound"] = np.array([(b"r1", 1.5, 3), (b"r2", -2.0, 4)], np.dtype([("index", "S8"), ("x", "f4"), ("n", "<i8")]))
    g["named"] = np.dtype("<f4")
    g.create_dataset("typed", data=[1.25, 2.5], dtype=g["named"])
    g["reference"] = np.array([f.ref], h5py.ref_dtype)


def layouts(f, latest):
    g = f.create_group("layouts")
    x = np.arange(35 * 23).reshape(35, 23) * 0.5
    g["contiguous"] = x
    for name, how in {
        "plain": {}, "gzip": {"compression": "gzip"}, "shuffled": {"compression": "gzip", "shuffle": True},
        "checked": {"fletcher32": True}, "all": {"compression": "gzip", "shuffle": True, "fletcher32": True},
        "lzf": {"compression": "lzf"}, "lzf shuffled": {"compression": "lzf", "shuffle": True},
        "rows": {"maxshape": (None, 23)}, "columns": {"maxshape": (35, None), "compression": "gzip"}, "both": {"maxshape": (None, None)},
        "both packed": {"maxshape": (None, None), "compression": "gzip"}, "roomy": {"maxshape": (50, 60)}}.items():
        g.create_dataset(name, data=x, chunks=(8, 7), **how)
    g.create_dataset("one", data=x, chunks=(35, 23))
    g.create_dataset("one packed", data=x, chunks=(35, 23), compression="gzip")
    g.create_dataset("wide", data=x, chunks=(40, 30), maxshape=(None, None), compression="gzip")
    g.create_dataset("cube", data=np.arange(7 * 5 * 9, dtype="i2").reshape(7, 5, 9), chunks=(3, 2, 4), compression="gzip")
    g.create_dataset("middle", data=np.arange(7 * 5 * 9, dtype="i2").reshape(7, 5, 9), chunks=(3, 2, 4), maxshape=(7, None, 12))
    part = g.create_dataset("part", (40,), "f4", chunks=(6,), fillvalue=-1.5)
    part[10:15] = np.arange(5)
    gone = g.create_dataset("never written", (5,), "i4", fillvalue=7)
    assert gone[0] == 7
    g.create_dataset("long", data=np.arange(3000 if latest else 300, dtype="i4"), chunks=(2,), maxshape=(None,))
    g.create_dataset("long packed", data=np.arange(1200 if latest else 120, dtype="i4"), chunks=(2,), maxshape=(None,), compression="gzip")
    if latest:
        g.create_dataset("fixed pages", data=np.arange(2500, dtype="u1"), chunks=(1,))
        gaps = g.create_dataset("fixed gaps", (5000,), "u1", chunks=(1,))
        gaps[4100:4110] = 9
    g.create_dataset("strings", data=np.array(["s%d" % i for i in range(50)], h5py.string_dtype()), chunks=(7,), compression="gzip")
    early = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    early.set_chunk((4, 5))
    early.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    d = h5py.h5d.create(g.id, b"early", h5py.h5t.NATIVE_DOUBLE, h5py.h5s.create_simple((35, 23)), early)
    d.write(h5py.h5s.ALL, h5py.h5s.ALL, x)
    compact = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    compact.set_layout(h5py.h5d.COMPACT)
    d = h5py.h5d.create(g.id, b"compact", h5py.h5t.NATIVE_INT32, h5py.h5s.create_simple((6,)), compact)
    d.write(h5py.h5s.ALL, h5py.h5s.ALL, np.arange(6, dtype="i4"))


def groups(f):
    g = f.create_group("many")
    for i in range(120):
        g.create_group("group number %d" % i)
    g["group number 7"]["inner"] = [7]
    o = f.create_group("ordered", track_order=True)
    for i in range(20):
        o["z%d" % (19 - i)] = i
    f["soft"] = h5py.SoftLink("/many/group number 7/inner")
    a = f.create_group("attributes")
    a.attrs["text"] = "plain"
    a.attrs["fixed"] = np.bytes_(b"bytes")
    a.attrs["list"] = ["a", "bb", "ccc"]
    a.attrs["number"] = 4
    a.attrs["shape"] = np.array([3, 20000])
    a.attrs["true"] = True
    a.attrs["empty"] = h5py.Empty("f4")
    d = f.create_group("dense")
    for i in range(40):
        d.attrs["attribute %d" % i] = "value %d" % i
    return d


def small(f, part):
    x = np.arange(12.0).reshape(4, 3)
    if part == 0:
        f["a"] = np.array(["x", "yy"], h5py.string_dtype())
        f["a"].attrs["n"] = "text"
        f["g/h"] = np.array([(b"r1", 1.5), (b"r2", -2.0)], np.dtype([("index", "S3"), ("x", "f2")]))
        f["e"] = np.array([True, False])
    elif part == 1:
        for i in range(10):
            f["l%d" % i] = h5py.SoftLink("/x")
            f.attrs["a%d" % i] = i
    else:
        f.create_dataset("x", data=x, chunks=(2, 2), compression="gzip", shuffle=True, fletcher32=True)
        f.create_dataset("y", data=x, chunks=(1, 1), maxshape=(None, 3))
        f.create_dataset("z", data=x, chunks=(1, 2), maxshape=(None, None), compression="lzf")


def main():
    for name, version in {"earliest": ("earliest", "v108"), "v108": ("v108", "v108"), "latest": ("v110", "v110")}.items():
        with h5py.File(name + ".h5", "w", libver=version) as f:
            types(f)
            layouts(f, name == "latest")
            dense = groups(f)
            if name != "earliest":
                dense.attrs["large"] = np.arange(9000, dtype="f8")
        expect(name)
    with h5py.File("block.h5", "w", userblock_size=1024) as f:
        f["x"] = np.arange(4.0)
    expect("block")
    if "--large" in sys.argv:  # too large to keep: an extensible array with paged blocks, a deep tree
        with h5py.File("large.h5", "w", libver="latest") as f:
            f.create_dataset("pages", data=np.arange(300_000, dtype="u4"), chunks=(1,), maxshape=(None,))
            f.create_dataset("tree", data=np.arange(90_000, dtype="u4").reshape(300, 300), chunks=(2, 1), maxshape=(None, None))
            g = f.create_group("links")
            for i in range(20_000):
                g.attrs["a"] = i
                g["dataset with a longer name %d" % i] = h5py.SoftLink("/pages")
        expect("large")
    # Small files, from which fuzzing begins.
    for version in ["earliest", "v108", "v110"]:
        for part in [0, 1, 2]:
            with h5py.File("seed%d_%s.h5" % (part, version), "w", libver=(version, "v110")) as f:
                small(f, part)
    # What is refused by name.
    with h5py.File("refused.h5", "w") as f:
        f.create_dataset("scale-offset", data=np.arange(100), chunks=(10,), scaleoffset=0)
        f["elsewhere"] = h5py.ExternalLink("other.h5", "/x")
        virtual = h5py.VirtualLayout((4,), "f8")
        virtual[:] = h5py.VirtualSource("other.h5", "x", (4,))
        f.create_virtual_dataset("virtual", virtual)


main()
