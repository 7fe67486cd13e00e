package sampler

import (
	"errors"

	"example.org/espalier/inference/algorithm/vector"
	"example.org/espalier/inference/kind/factor"
	"example.org/espalier/inference/model/pydt/factors"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/process/covary"
	"example.org/espalier/inference/process/loadings"

	"gonum.org/v1/gonum/mat"
)

func (z *spread) save(_ *live, f *savedChain) {
	f.Moments = z.moments.Save()
	if z.hidden != nil {
		f.Latent, f.Base = z.x.RawMatrix().Data, z.hidden.base
	}
	if z.blanks != nil {
		f.Cells = z.blanks.Values(z.x)
	}
	switch {
	case z.factors != nil:
		f.Factors = new(loadings.Frozen)
		z.factors.State.Freeze(f.Factors)
	case z.branches != nil:
		f.Columns = z.branches.save()
	default:
		f.Map, f.G, f.Nu, f.LogY = z.w.Dense().RawMatrix().Data, z.prior.G, z.prior.Nu, z.log
		f.Sigma = covary.Triangle(z.sigma)
	}
}

func (z *spread) load(f *savedChain, l *live) error {
	if err := z.loadForm(f, l); err != nil {
		return err
	}
	l.hyper.FixSigma2 = true
	l.SetLeaves(z.w.Rows(z.x).RawMatrix().Data)
	return nil
}

// loadForm restores how columns vary together.
func (z *spread) loadForm(f *savedChain, l *live) error {
	_, d := z.x.Dims()
	if z.blanks != nil && len(f.Cells) != z.blanks.Cells || !vector.Finite(f.Cells) {
		return errOtherCells
	}
	for i := range f.Draws {
		if err := z.check(&f.Draws[i]); err != nil {
			return err
		}
	}
	if len(f.Best.Parent) > 0 {
		if err := z.check(&f.Best); err != nil {
			return err
		}
	}
	if z.blanks != nil {
		z.blanks.Put(z.x, f.Cells)
	}
	if z.hidden != nil {
		if err := z.loadKinds(f); err != nil {
			return err
		}
	}
	if (z.factors != nil || z.branches != nil) && len(f.Moments.Blocks) > 0 && !z.moments.Load(f.Moments, d) {
		return errors.New("the saved draws of the covariance belong to other columns than the data")
	}
	if z.factors != nil {
		if f.Factors == nil {
			return errors.New("the saved state has no factors")
		}
		if err := f.Factors.Check(d, l.N); err != nil {
			return err
		}
		z.factors = factors.New(l.N, d, z.prior.Centre.MeanVariance())
		z.factors.State.Thaw(f.Factors)
		z.factors.Begun = true
		z.w = z.factors.Sigma().Map()
		return nil
	}
	if z.branches != nil {
		if err := z.branches.load(f.Columns); err != nil {
			return err
		}
		z.w = z.branches.sigma().Map()
		z.branches.contrast(covary.NewContrasts(z.tree(l), z.x, l.hyper.Noise).U)
		return nil
	}
	if len(f.Map) != d*d || !vector.Finite(f.Map) || f.Nu <= float64(d)+1 || f.G <= 0 {
		return errors.New("the saved covariance belongs to other columns than the data")
	}
	if len(f.Sigma) != d*(d+1)/2 || !vector.Finite(f.Sigma) || !z.moments.Load(f.Moments, d) {
		return errors.New("the saved draws of the covariance belong to other columns than the data")
	}
	z.w, z.sigma, z.log = covary.NewMap(mat.NewDense(d, d, f.Map)), covary.Symmetric(f.Sigma, d), f.LogY
	z.prior.G, z.prior.Nu = f.G, f.Nu
	return nil
}

// check returns an error where a saved draw belongs to other columns than the data.
func (z *spread) check(e *kept.Draw) error {
	_, d := z.x.Dims()
	wrong := z.blanks != nil && len(e.Cells) != z.blanks.Cells ||
		z.hidden != nil && (len(e.Latent) != len(z.x.RawMatrix().Data) || len(e.Base) != d)
	if z.branches != nil {
		if wrong = wrong || e.Columns == nil || len(e.Columns.Parent) < d+1 || !(e.Columns.Sigma2 > 0); !wrong {
			e.Columns.Publish(z.data.Columns)
			wrong = e.Columns.Tree().Check() != nil
		}
	} else if z.factors == nil {
		wrong = wrong || e.Nu <= float64(d)+1 || e.G <= 0
	} else if wrong = wrong || e.Factors == nil || len(e.Factors.Noise) != d; !wrong {
		one := factor.Factors{Draws: []factor.Draw{{State: e.Factors}}}
		wrong = one.Check(z.apart.Of(z.data)) != nil
	}
	if wrong {
		return errors.New("a saved draw belongs to other columns than the data")
	}
	return nil
}
