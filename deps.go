//go:build deps

package main

import (
	_ "fyne.io/fyne/v2/app"
	_ "fyne.io/fyne/v2/dialog"
	_ "fyne.io/fyne/v2/driver/desktop"
	_ "fyne.io/fyne/v2/test"
	_ "github.com/alecthomas/kong"
	_ "github.com/google/go-cmp/cmp"
	_ "github.com/schollz/progressbar/v3"
	_ "github.com/sqweek/dialog"
	_ "go.uber.org/goleak"
	_ "golang.org/x/image/font/opentype"
	_ "golang.org/x/sync/errgroup"
	_ "golang.org/x/term"
	_ "gonum.org/v1/gonum/blas/blas64"
	_ "gonum.org/v1/gonum/mat"
	_ "gonum.org/v1/gonum/optimize"
	_ "gonum.org/v1/gonum/stat/distuv"
	_ "gonum.org/v1/plot/cmpimg"
	_ "gonum.org/v1/plot/vg/recorder"
	_ "gonum.org/v1/plot/vg/vgimg"
	_ "gonum.org/v1/plot/vg/vgpdf"
	_ "gonum.org/v1/plot/vg/vgsvg"
	_ "pgregory.net/rapid"
)
