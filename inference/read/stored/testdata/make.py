#!/usr/bin/env python3
"""Makes the files of the tests, and what anndata and numpy read from them. Needs anndata, h5py, zarr and scipy (Debian:
python3-anndata, python3-h5py, python3-zarr, python3-scipy).

For each file it writes NAME.json: for each matrix its cells, and the names and annotations of rows and columns.
"""
import json
import os
import shutil
import sys
import warnings
import zipfile

import anndata
import h5py
import numcodecs
import numpy as np
import pandas as pd
import scipy.sparse as sp

warnings.simplefilter("ignore")


def words(series):
    """The values of a column as the program writes them: "" where one is missing."""
    out = []
    for v in series.to_numpy() if series.dtype == "f4" else series:
        if v is None or v is pd.NA or (isinstance(v, float) and np.isnan(v)):
            out.append("")
        elif isinstance(v, (bool, np.bool_)):
            out.append("true" if v else "false")
        elif isinstance(v, (float, np.floating)):
            out.append(repr(float(str(v))).removesuffix(".0"))
        else:
            out.append(str(v))
    return out


def told(frame):
    return {c: words(frame[c]) for c in frame.columns}


def cells(x):
    x = x.toarray() if sp.issparse(x) else np.asarray(x)
    return [[None if np.isnan(v) else float(v) for v in row] for row in x.astype("f8")]


def expect(name, a):
    sheets = {"X": {"cells": cells(a.X), "columns": list(a.var_names), "across": told(a.var)}}
    for k in a.layers:
        sheets["layers/" + k] = {"cells": cells(a.layers[k]), "columns": list(a.var_names), "across": told(a.var)}
    if a.raw is not None:
        sheets["raw"] = {"cells": cells(a.raw.X), "columns": list(a.raw.var_names), "across": told(a.raw.var)}
    for k in a.obsm:
        m = a.obsm[k]
        sheets["obsm/" + k] = {"cells": cells(m), "columns": ["%s %d" % (k, i + 1) for i in range(m.shape[1])], "across": {}}
    save(name, {"rows": list(a.obs_names), "annotations": told(a.obs), "sheets": sheets})


def save(name, what):
    with open(name + ".json", "w") as f:
        json.dump(what, f, sort_keys=True)
        f.write("\n")


def example(kind, n=14, d=9):
    r = np.random.default_rng(5)
    x = r.poisson(0.7, (n, d)).astype("f4")
    a = anndata.AnnData(
        {"dense": x, "csr": sp.csr_matrix(x), "csc": sp.csc_matrix(x)}[kind], dtype="f4",
        obs=pd.DataFrame({
            "type": pd.Categorical(r.choice(["T", "B", "NK"], n), categories=["NK", "B", "T", "none"]),
            "stage": pd.Categorical([None if i % 5 == 0 else ["early", "late"][i % 2] for i in range(n)], categories=["late", "early"], ordered=True),
            "depth": x.sum(1).astype("f8") * 1.25, "small": (x.mean(1) / 3).astype("f4"), "n": np.arange(n), "good": np.arange(n) % 3 == 0,
            "donor": ["d%d" % (i % 3) for i in range(n)], "level": pd.array([1, None] * (n // 2), dtype="Int64"),
            "truth": pd.array([True, None] * (n // 2), dtype="boolean")}, index=["cell %d" % i for i in range(n)]),
        var=pd.DataFrame({"symbol": ["Sym%d" % i for i in range(d)], "highly": np.arange(d) % 2 == 0}, index=["gene%d" % i for i in range(d)]))
    a.raw = a
    a = a[:, :6].copy()
    a.layers["counts"] = a.X.copy()
    a.layers["scaled"] = sp.csc_matrix(np.log1p(x[:, :6]))
    a.obsm["X_pca"] = r.normal(size=(n, 3)).round(3)
    a.uns["colours"] = np.array(["red", "blue"])
    a.obsp["distances"] = sp.csr_matrix(np.eye(n))
    return a


def main():
    for kind in ["dense", "csr", "csc"]:
        a = example(kind)
        for how, options in {"": {}, "_gzip": {"compression": "gzip"}, "_lzf": {"compression": "lzf"}}.items():
            if how and kind == "csc" or how == "_lzf" and kind != "dense":
                continue
            a.write_h5ad(kind + how + ".h5ad", **options)
            expect(kind + how, anndata.read_h5ad(kind + how + ".h5ad"))
    stores()
    older()
    oldest()
    tenx()
    biom()
    loom()


def stores():
    """Zarr of version 2, written by anndata, and of version 3, in the form of anndata's later versions."""
    for kind in ["csr", "dense"]:
        a = example(kind)
        a.write_zarr("store.zarr")
        expect(kind + "_v2", anndata.read_zarr("store.zarr"))
        with zipfile.ZipFile(kind + "_v2.zarr.zip", "w", zipfile.ZIP_DEFLATED) as z:
            for folder, _, files in sorted(os.walk("store.zarr")):
                for f in sorted(files):
                    z.write(os.path.join(folder, f))
        shutil.rmtree("store.zarr")
    third(example("csr"))


def third(a):
    with zipfile.ZipFile("csr_v3.zarr.zip", "w", zipfile.ZIP_DEFLATED) as z:
        def group(path, **attributes):
            attributes = {k.replace("_type", "-type").replace("column_order", "column-order"): v for k, v in attributes.items()}
            z.writestr(path + "zarr.json", json.dumps({"zarr_format": 3, "node_type": "group", "attributes": attributes}))

        def array(path, x, kind="array"):
            x = np.asarray(x)
            words = x.dtype.kind in "OU"
            name = "string" if words else str(x.dtype)
            codecs = [{"name": "vlen-utf8"}] if words else [{"name": "bytes", "configuration": {"endian": "little"}}]
            z.writestr(path + "/zarr.json", json.dumps({
                "zarr_format": 3, "node_type": "array", "shape": x.shape, "data_type": name, "fill_value": "" if words else False if name == "bool" else 0,
                "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": x.shape}}, "chunk_key_encoding": {"name": "default"},
                "codecs": codecs + [{"name": "zstd", "configuration": {"level": 0, "checksum": False}}], "attributes": {"encoding-type": kind}}))
            data = bytes(numcodecs.VLenUTF8().encode(x.astype(object))) if words else x.tobytes()
            z.writestr(path + "/c/" + "/".join("0" * x.ndim), numcodecs.Zstd().encode(data))

        def frame(path, table):
            group(path, encoding_type="dataframe", _index="_index", column_order=list(table.columns))
            array(path + "_index", list(table.index), "string-array")
            for c in table.columns:
                v = table[c]
                if v.dtype == "category":
                    group(path + c + "/", encoding_type="categorical", ordered=bool(v.cat.ordered))
                    array(path + c + "/categories", list(v.cat.categories))
                    array(path + c + "/codes", v.cat.codes)
                elif str(v.dtype) in ["Int64", "boolean"]:
                    group(path + c + "/", encoding_type="nullable-integer")
                    array(path + c + "/values", v.fillna(False if str(v.dtype) == "boolean" else 0).astype(str(v.dtype).lower().replace("boolean", "bool")))
                    array(path + c + "/mask", v.isna())
                elif v.dtype == object:
                    array(path + c, list(v), "string-array")
                else:
                    array(path + c, v)

        def sparse(path, m):
            group(path, encoding_type=m.format + "_matrix", shape=list(m.shape))
            for k in ["data", "indices", "indptr"]:
                array(path + k, getattr(m, k))

        group("", encoding_type="anndata")
        sparse("X/", a.X)
        frame("obs/", a.obs)
        frame("var/", a.var)
        group("layers/")
        sparse("layers/scaled/", a.layers["scaled"])
        group("obsm/")
        array("obsm/X_pca", a.obsm["X_pca"])
    del a.layers["counts"], a.raw
    expect("csr_v3", a)


def older():
    """Version 0.7: categories in a group of their own, values that stand for missing ones below 0."""
    a = example("csr")
    with h5py.File("older.h5ad", "w", libver="latest") as f:
        g = f.create_group("X")
        g.attrs["encoding-type"], g.attrs["encoding-version"] = "csr_matrix", "0.1.0"
        g.attrs["shape"] = a.X.shape
        for k in ["data", "indices", "indptr"]:
            g[k] = getattr(a.X, k)
        for name, frame in {"obs": a.obs[["type", "stage", "depth", "donor"]], "var": a.var}.items():
            g = f.create_group(name)
            g.attrs["encoding-type"], g.attrs["encoding-version"] = "dataframe", "0.1.0"
            g.attrs["column-order"], g.attrs["_index"] = np.array(list(frame.columns), h5py.string_dtype()), "name"
            g["name"] = np.array(list(frame.index), h5py.string_dtype())
            for c in frame.columns:
                if frame[c].dtype == "category":
                    g["__categories/" + c] = np.array(list(frame[c].cat.categories), h5py.string_dtype())
                    g[c] = frame[c].cat.codes.values
                    g[c].attrs["categories"] = g["__categories/" + c].ref
                elif frame[c].dtype == object:
                    g[c] = np.array(list(frame[c]), h5py.string_dtype())
                else:
                    g[c] = frame[c].values
    b = anndata.read_h5ad("older.h5ad")
    assert list(b.obs["type"]) == list(a.obs["type"])
    expect("older", b)


def oldest():
    """Before version 0.7: tables of records, categories in uns, sparse matrices of h5sparse."""
    a = example("csr")
    obs, var = a.obs, a.var
    with h5py.File("oldest.h5ad", "w") as f:
        g = f.create_group("X")
        g.attrs["h5sparse_format"], g.attrs["h5sparse_shape"] = "csr", a.X.shape
        for k in ["data", "indices", "indptr"]:
            g[k] = getattr(a.X, k)
        records = np.zeros(len(obs), np.dtype([("index", "S10"), ("type", "i1"), ("depth", "f8"), ("n", "i8")]))
        records["index"], records["type"] = [s.encode() for s in obs.index], obs["type"].cat.codes
        records["depth"], records["n"] = obs["depth"], obs["n"]
        f["obs"] = records
        names = np.zeros(len(var), np.dtype([("index", "S10"), ("symbol", "S10")]))
        names["index"], names["symbol"] = [s.encode() for s in var.index], [s.encode() for s in var["symbol"]]
        f["var"] = names
        f["uns/type_categories"] = np.array([s.encode() for s in obs["type"].cat.categories])
    save("oldest", {"rows": list(obs.index), "annotations": told(obs[["type", "depth", "n"]]),
                    "sheets": {"": {"cells": cells(a.X), "columns": list(var.index), "across": told(var[["symbol"]])}}})


def tenx():
    r = np.random.default_rng(6)
    x = r.poisson(0.5, (7, 5))  # features, barcodes
    m = sp.csc_matrix(x)
    rows, genes, ids = ["AAAC%d-1" % i for i in range(5)], ["G%d" % i for i in range(7)], ["ENSG%d" % i for i in range(7)]
    kinds = ["Gene Expression"] * 5 + ["Antibody Capture"] * 2
    with h5py.File("tenx3.h5", "w") as f:
        g = f.create_group("matrix")
        for k in ["data", "indices", "indptr"]:
            g.create_dataset(k, data=getattr(m, k), chunks=(4,), compression="gzip", shuffle=True, maxshape=(None,))
        g["shape"], g["barcodes"] = np.array(x.shape, "i4"), np.array(rows, "S18")
        g["features/name"], g["features/id"] = np.array(genes, "S"), np.array(ids, "S")
        g["features/feature_type"], g["features/genome"] = np.array(kinds, "S"), np.array(["GRCh38"] * 7, "S")
    save("tenx3", {"rows": rows, "annotations": {}, "sheets": {"": {"cells": cells(x.T), "columns": genes, "across": {"id": ids, "feature type": kinds}}}})
    with h5py.File("tenx2.h5", "w") as f:
        g = f.create_group("hg19")
        for k in ["data", "indices", "indptr"]:
            g[k] = getattr(m, k)
        g["shape"], g["barcodes"] = np.array(x.shape), np.array(rows, "S18")
        g["gene_names"], g["genes"] = np.array(genes, "S"), np.array(ids, "S")
    save("tenx2", {"rows": rows, "annotations": {}, "sheets": {"": {"cells": cells(x.T), "columns": genes, "across": {"id": ids}}}})


def biom():
    x = np.array([[0, 5, 0, 2], [1, 0, 0, 0], [0, 0, 3.5, 1]])  # observations, samples
    taxa = [["k__Bacteria", "p__A"], ["k__Bacteria", ""], ["k__Archaea", "p__B"]]
    rows, columns = ["s%d" % i for i in range(4)], ["otu%d" % i for i in range(3)]
    with h5py.File("table.biom", "w") as f:
        f.attrs["id"], f.attrs["type"], f.attrs["format-url"] = "No Table ID", "OTU table", "http://biom-format.org"
        f.attrs["format-version"], f.attrs["shape"], f.attrs["nnz"] = (2, 1), x.shape, int((x > 0).sum())
        for axis, ids, m in [("observation", columns, sp.csr_matrix(x)), ("sample", rows, sp.csr_matrix(x.T))]:
            g = f.create_group(axis)
            g["ids"] = np.array(ids, h5py.string_dtype())
            for k in ["data", "indices", "indptr"]:
                g.create_dataset("matrix/" + k, data=getattr(m, k).astype("f8" if k == "data" else "i4"), compression="gzip")
            g.create_group("metadata")
            g.create_group("group-metadata")
        f["observation/metadata/taxonomy"] = np.array(taxa, h5py.string_dtype())
        f["sample/metadata/site"] = np.array(["gut", "skin", "gut", "skin"], h5py.string_dtype())
    what = {"rows": rows, "annotations": {"site": ["gut", "skin", "gut", "skin"]}, "sheets": {"": {
        "cells": cells(x.T), "columns": columns, "across": {"taxonomy": ["k__Bacteria; p__A", "k__Bacteria", "k__Archaea; p__B"]}}}}
    save("table", what)
    with zipfile.ZipFile("artifact.qza", "w", zipfile.ZIP_DEFLATED) as z:
        z.writestr("3f0a/VERSION", "QIIME 2\n")
        z.writestr("3f0a/metadata.yaml", "type: FeatureTable[Frequency]\n")
        z.write("table.biom", "3f0a/data/feature-table.biom")
    save("artifact", what)


def loom():
    x = np.arange(24, dtype="f4").reshape(6, 4)  # genes, cells
    with h5py.File("cells.loom", "w") as f:
        f.create_dataset("matrix", data=x, chunks=(4, 3), compression="gzip")
        f["layers/spliced"] = x / 2
        f["row_attrs/Gene"], f["row_attrs/Accession"] = np.array(["g%d" % i for i in range(6)], "S"), np.array(["e%d" % i for i in range(6)], "S")
        f["col_attrs/CellID"], f["col_attrs/Cluster"] = np.array(["c%d" % i for i in range(4)], "S"), np.array([1, 2, 1, 2])
    sheet = {"columns": ["g%d" % i for i in range(6)], "across": {"Accession": ["e%d" % i for i in range(6)]}}
    save("cells", {"rows": ["c%d" % i for i in range(4)], "annotations": {"Cluster": ["1", "2", "1", "2"]},
                   "sheets": {"matrix": {"cells": cells(x.T), **sheet}, "layers/spliced": {"cells": cells(x.T / 2), **sheet}}})


main()
