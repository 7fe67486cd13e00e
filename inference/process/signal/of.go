package signal

import (
	"context"
	"sync/atomic"

	"example.org/espalier/inference"
	"example.org/espalier/inference/parallel"
	"example.org/espalier/inference/process/observation"
	"example.org/espalier/inference/tree"

	"gonum.org/v1/gonum/mat"
)

// Of returns the shares of all columns of a data set along a tree whose leaves are its rows, on the given number of
// threads; they do not depend on it. Zeros and ones have latent numbers as yes/no has. It returns nil for distances,
// which have no columns. The error is that of a context that ends, or says whose exposure is not to be had. progress is
// told, from any goroutine, how many columns are done; it may be nil. It panics unless there are as many leaves as
// rows.
func Of(ctx context.Context, t *tree.Tree, d *inference.Dataset, threads int, progress func(done int)) ([]Share,
	error) {
	if d.Distances.Active() {
		return nil, nil
	}
	_, n := d.Dims()
	return of(ctx, t, d, inference.UpTo(n), threads, progress)
}

// One returns the share of one column; see [Of]. Distances have none.
func One(ctx context.Context, t *tree.Tree, d *inference.Dataset, column int) (Share, error) {
	shares, err := of(ctx, t, d, []int{column}, 1, nil)
	if err != nil {
		return unknown(0), err
	}
	return shares[0], nil
}

// of returns the shares of some columns.
func of(ctx context.Context, t *tree.Tree, d *inference.Dataset, list []int, threads int,
	progress func(done int)) ([]Share, error) {
	columns, err := observation.Of(d)
	if err != nil {
		return nil, err
	}
	s := New(t)
	shares := make([]Share, len(list))
	raw := !d.Preprocessing.Centre && !d.Preprocessing.Scale && !d.Preprocessing.ScaleAll
	var done atomic.Int64
	parallel.Do(len(list), threads, func(i int) {
		if ctx.Err() != nil {
			return
		}
		j := list[i]
		y := mat.Col(nil, j, d.X)
		switch {
		case columns != nil && columns[j] != nil:
			shares[i] = s.Column(columns[j], y)
		case columns == nil && d.Kind == inference.Binary && raw:
			shares[i] = s.Column(observation.YesNo{}, y)
		default:
			shares[i] = s.Numbers(y)
		}
		if k := int(done.Add(1)); progress != nil {
			progress(k)
		}
	})
	return shares, ctx.Err()
}
