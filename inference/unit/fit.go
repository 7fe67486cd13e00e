package unit

import (
	"context"
	"errors"
	"math"

	"example.org/espalier/inference"
	"example.org/espalier/inference/pieces"
	"example.org/espalier/inference/saved"

	"gonum.org/v1/gonum/mat"
)

// Fits makes steppers of a model for one table.
type Fits struct {
	model       inference.Model
	data, inner *inference.Dataset // as they are, and as the model sees them
	settings    inference.Settings
	units       *inference.Units
	names       []string // of the scalars
	u           float64
}

// In prepares fits of m: if its Info says so, its steppers see data in units of their own.
func In(m inference.Model, data *inference.Dataset, s inference.Settings) *Fits {
	info := inference.InfoFor(m, s)
	f := &Fits{model: m, data: data, inner: data, settings: s, units: info.Units, names: info.Scalars, u: 1}
	if f.units == nil {
		return f
	}
	if f.u = Of(data); f.u != 1 || f.units.Rounded {
		f.inner = divided(data, f.u, f.units.Rounded)
	}
	return f
}

// New begins a fit. The stepper has the methods of the model's stepper, in the units of the data.
func (f *Fits) New(streams inference.Streams, threads int) (inference.Stepper, error) {
	if f.u == 1 {
		return f.model.New(f.inner, f.settings, streams, threads)
	}
	inner, err := f.model.New(f.inner, settingsIn(f.settings, f.u), streams, threads)
	if err != nil {
		return nil, err
	}
	n, d := f.data.Dims()
	plain := func() (inference.Stepper, error) { return f.model.New(f.data, f.settings, streams, threads) }
	return offering(&fit{inner: inner, plain: plain, u: f.u, cells: float64(n*d - f.data.Missing()), names: f.names,
		units: f.units}), nil
}

// offering returns the fit with the methods that its inner fit has.
func offering(f *fit) inference.Stepper {
	inner := f.inner
	_, rows := inner.(inference.Predictor)
	_, cells := inner.(inference.CellPredictor)
	_, classes := inner.(inference.Classifier)
	_, evidence := inner.(inference.EvidenceEstimator)
	switch {
	case rows && classes:
		return struct {
			*fit
			byRow
			byClass
		}{f, byRow{f}, byClass{f}}
	case rows && evidence:
		return struct {
			*fit
			byRow
			byEvidence
		}{f, byRow{f}, byEvidence{f}}
	case rows && cells:
		return struct {
			*fit
			byRow
			byCell
		}{f, byRow{f}, byCell{f}}
	case rows:
		return struct {
			*fit
			byRow
		}{f, byRow{f}}
	case cells:
		return struct {
			*fit
			byCell
		}{f, byCell{f}}
	}
	return f
}

// A fit reports the results of the inner fit, of a table in units of u, in the units of the data.
type fit struct {
	inner    inference.Stepper
	plain    func() (inference.Stepper, error) // as fits were made before tables had units
	u, cells float64                           // cells observed
	names    []string
	units    *inference.Units
}

// Step implements inference.Stepper.
func (f *fit) Step(ctx context.Context) (inference.Report, error) {
	r, err := f.inner.Step(ctx)
	if r.Scalars != nil {
		values := make([]float64, len(r.Scalars))
		for i, v := range r.Scalars {
			values[i] = v
			if i < len(f.names) {
				factor, shift := scale(f.units, f.names[i], f.u, f.cells)
				values[i] = v*factor + shift
			}
		}
		r.Scalars = values
	}
	return r, err
}

// Snapshot implements inference.Stepper.
func (f *fit) Snapshot() *inference.Snapshot {
	s := *f.inner.Snapshot()
	s.Parts = f.inUnits(s.Parts)
	scalars := make([]inference.Scalar, len(s.Scalars))
	for i, v := range s.Scalars {
		factor, shift := scale(f.units, v.Name, f.u, f.cells)
		scalars[i] = inference.Scalar{Name: v.Name, Mean: v.Mean*factor + shift,
			StandardDeviation: v.StandardDeviation * factor}
	}
	s.Scalars = scalars
	return &s
}

// inUnits returns parts in the units of the data.
func (f *fit) inUnits(parts []inference.Part) []inference.Part {
	shift, out := -f.cells*math.Log(f.u), make([]inference.Part, len(parts))
	for i, p := range parts {
		out[i] = p
		if with, ok := p.(Part); ok && f.u != 1 {
			out[i] = with.InUnits(f.u, shift)
		}
	}
	return out
}

// Present implements inference.Presenter, as the inner fit does.
func (f *fit) Present() []inference.Part {
	p, ok := f.inner.(inference.Presenter)
	if !ok {
		return nil
	}
	return f.inUnits(p.Present())
}

// owner is the owner of saved states, version that of their layout.
const (
	owner   = "unit"
	version = 1
)

// mark is the part of a saved state beside that of the inner fit.
type mark struct{ Unit float64 }

// MarshalBinary implements inference.Saver.
func (f *fit) MarshalBinary() ([]byte, error) { return pieces.Whole(f.Pieces()) }

// Pieces returns the state in pieces.
func (f *fit) Pieces() (*pieces.Bytes, error) {
	inner, ok := f.inner.(inference.Saver)
	if !ok {
		return nil, errors.New("unit: the fit cannot be saved")
	}
	if f.u == 1 { // it goes on as it was before tables had units
		return pieces.From(inner)
	}
	return saved.Around(owner, version, mark{f.u}, inner)
}

// UnmarshalBinary implements inference.Saver. A state of before tables had units goes on without one.
func (f *fit) UnmarshalBinary(data []byte) error {
	if !saved.Owned(owner, data) {
		inner, err := f.plain()
		if err != nil {
			return err
		}
		f.inner, f.u = inner, 1
		return f.restore(data)
	}
	var m mark
	inner, err := saved.OpenOuter(owner, version, data, &m)
	switch {
	case err != nil:
		return err
	case len(inner) != 1 || m.Unit != f.u:
		return errors.New("unit: the saved state is of another table")
	}
	return f.restore(inner[0])
}

func (f *fit) restore(data []byte) error {
	inner, ok := f.inner.(inference.Saver)
	if !ok {
		return errors.New("unit: the fit cannot be restored")
	}
	return inner.UnmarshalBinary(data)
}

type byRow struct{ f *fit }

// LogDensity implements inference.Predictor.
func (b byRow) LogDensity(ctx context.Context, x *mat.Dense) ([]float64, error) {
	inside := mat.DenseCopyOf(x)
	over(inside, b.f.u)
	y, err := b.f.inner.(inference.Predictor).LogDensity(ctx, inside)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(y))
	for i := range y {
		out[i] = y[i] + b.f.shiftOf(x.RawRowView(i))
	}
	return out, nil
}

// shiftOf returns the log of the Jacobian of a row.
func (f *fit) shiftOf(row []float64) float64 {
	seen := 0.0
	for _, v := range row {
		if !math.IsNaN(v) {
			seen++
		}
	}
	return -seen * math.Log(f.u)
}

type byClass struct{ f *fit }

// Classes implements inference.Classifier.
func (b byClass) Classes() (annotation string, levels []string) {
	return b.f.inner.(inference.Classifier).Classes()
}

// ClassLogJoint implements inference.Classifier.
func (b byClass) ClassLogJoint(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	inside := mat.DenseCopyOf(x)
	over(inside, b.f.u)
	y, err := b.f.inner.(inference.Classifier).ClassLogJoint(ctx, inside)
	if err != nil {
		return nil, err
	}
	out := mat.DenseCopyOf(y)
	n, _ := out.Dims()
	for i := range n {
		row, shift := out.RawRowView(i), b.f.shiftOf(x.RawRowView(i))
		for k := range row {
			row[k] += shift
		}
	}
	return out, nil
}

type byCell struct{ f *fit }

// LogCells implements inference.CellPredictor.
func (b byCell) LogCells(cells []inference.Cell, value []float64) (logDensity, mean []float64, err error) {
	inside := make([]float64, len(value))
	for i, v := range value {
		inside[i] = v / b.f.u
	}
	y, m, err := b.f.inner.(inference.CellPredictor).LogCells(cells, inside)
	if err != nil {
		return nil, nil, err
	}
	logDensity, mean = make([]float64, len(y)), make([]float64, len(m))
	for i := range y {
		logDensity[i] = y[i] - math.Log(b.f.u)
	}
	for i := range m {
		mean[i] = m[i] * b.f.u
	}
	return logDensity, mean, nil
}

type byEvidence struct{ f *fit }

// EvidenceSampler implements inference.EvidenceEstimator.
func (b byEvidence) EvidenceSampler(o inference.EvidenceOptions) (inference.EvidenceSampler, error) {
	others := make([]inference.Stepper, len(o.Others))
	for i, s := range o.Others {
		others[i] = s
		if in, ok := s.(interface{ inside() inference.Stepper }); ok {
			others[i] = in.inside()
		}
	}
	o.Others = others
	s, err := b.f.inner.(inference.EvidenceEstimator).EvidenceSampler(o)
	if err != nil {
		return nil, err
	}
	return sampler{s, -b.f.cells * math.Log(b.f.u)}, nil
}

func (f *fit) inside() inference.Stepper { return f.inner }

type sampler struct {
	inference.EvidenceSampler
	shift float64
}

// Estimate implements inference.EvidenceSampler.
func (s sampler) Estimate() inference.EvidenceEstimate {
	e := s.EvidenceSampler.Estimate()
	e.Log += s.shift
	e.Bound += s.shift
	e.Parameters += s.shift
	return e
}
