package inference

import (
	"context"
	"encoding"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"

	"example.org/espalier/inference/column"
	"example.org/espalier/inference/relation"
	"example.org/espalier/inference/tree"
)

// Families of models by the structure that they look for, worded as lists show them.
const (
	FamilyTrees     = "Trees"
	FamilyFactors   = "Factors"
	FamilyClusters  = "Clusters"
	FamilyDensities = "Densities"
	FamilyGraphs    = "Graphs"
)

// Info describes a model to people and programs.
type Info struct {
	Name      string // "pydt"
	Title     string // "Pitman-Yor diffusion tree"
	Family    string // structure that it looks for: FamilyTrees, …
	Summary   string // one or two plain sentences for the picker
	Reference string // the paper, for captions and methods sentences

	Parameters []Parameter // in the order of the form
	// Preprocessing is the model's default; see [Info.PreprocessingOf].
	Preprocessing Preprocessing
	// OneFactor says that the default divides a table whose columns seem to share a unit by one factor. It is for models
	// that compare rows by distances.
	OneFactor bool
	// Distances says that the model also fits given distances; see [Dataset.Distances].
	Distances bool
	// Links says that the model takes the cells of a network for links between the rows; see [relation.Links].
	Links bool
	// Kinds are the sorts of columns that the model takes as such, besides numbers; nil for numbers alone.
	Kinds []column.Sort
	// Looks are those of Kinds that it takes columns as by a guess, where the user states no kind.
	Looks []column.Sort
	// Units says that a run fits the table in units of its own, and how results depend on them; nil fits it as it is.
	Units *Units
	// Scalars names the values that each iteration reports, Objective first.
	Scalars   []string
	Objective string // "evidence", "log_joint", "free_energy" or "" where there is none
	// ObjectiveTitle is the objective in words with its unit: "log evidence, nats".
	ObjectiveTitle string
	// Curve is the one of Scalars that a trace shows, with its title as that of the objective, where the objective says
	// little about how the run goes; "" is the objective. Call [Info.Shown].
	Curve, CurveTitle string
	// Iteration is the name of one iteration: "search step", "sweep".
	Iteration string
	// Iterations is the default length of a run; 0 means that the model is finished once its start
	// is complete.
	Iterations int
	// Samples is true if iterations are draws from a posterior: several chains make sense,
	// snapshots hold draws, and there are diagnostics.
	Samples bool
	// Averages is true if the objective is an average over the iterations, which neither climbs nor settles.
	Averages bool
	// Chains is the default number of chains of a run; 0 means 1.
	Chains int
	// Growing is advice for when the number of features, a scalar of that name, still grows after a long run: a clause
	// such as "hold α at 1". "" advises only to run longer.
	Growing string
	// Trade is a sentence on prediction and readability under these settings. It is shown with the gain of weak factors on
	// hidden cells. "" shows nothing.
	Trade string
	// Compared says that the model is among those whose held-out fit is compared unless others are
	// chosen. It gives a density of new rows or of missing cells. Few are: one of each kind that people ask for.
	Compared bool
}

// Units says how the scalars of a model depend on the unit of the table; see package unit.
type Units struct {
	Squares []string // variances
	Inverse []string // precisions, of a variance
	Logs    []string // log densities of all observed cells
	// Rounded says that the model sees 24 significant bits, because it follows the last bits of its numbers.
	Rounded bool
}

// Shown returns the scalar that a trace of chains shows, and its title: the curve if the trace has it, which that of a
// run begun by an earlier version need not, and otherwise the objective.
func (i Info) Shown(s *Snapshot) (name, title string) {
	if i.Curve != "" && s != nil && s.Trace.Column(i.Curve) != nil {
		return i.Curve, i.CurveTitle
	}
	return i.Objective, i.ObjectiveTitle
}

// ShownTitle returns the title of the scalar that [Info.Shown] names.
func (i Info) ShownTitle(s *Snapshot) string {
	_, title := i.Shown(s)
	return title
}

// A Switcher is a Model whose scalars, objective, iterations, chains or advice depend on its settings, such
// as the method of inference. Call [InfoFor] to resolve them.
type Switcher interface {
	Model
	// InfoFor returns Info under the given settings. Name, title and parameters never change.
	InfoFor(s Settings) Info
}

// A Decider is a Model with settings that leave a choice to the data, such as "auto".
type Decider interface {
	Model
	// Decide maps the names of such parameters to the choices that a fit of d makes. It omits parameters whose values
	// already decide. The settings have passed Check.
	Decide(d *Dataset, s Settings) map[string]string
}

// A Discrete is a Model whose density of new rows may be a probability, of zeros and ones or of other categories.
type Discrete interface {
	Model
	// Discrete reports whether a fit of d gives log probabilities, however d is centred and scaled.
	Discrete(d *Dataset, s Settings) bool
}

// TakesDiscrete reports whether a fit of a model takes the zeros and ones, or categories, of a table as such; see
// [Discrete].
func TakesDiscrete(m Model, d *Dataset, s Settings) bool {
	w, ok := m.(Discrete)
	return ok && w.Discrete(d, s)
}

// TakesAsSuch reports whether no note is needed on how a fit takes the columns of a table: the model takes zeros and
// ones, or categories, as such, or compares the rows of a table of zeros and ones by distances, which count the columns
// that differ; or it takes the cells of a network for links.
func TakesAsSuch(m Model, d *Dataset, s Settings) bool {
	return TakesDiscrete(m, d, s) || s.Has("observation") && s.Text("observation") == "probit" ||
		Decided(m, d, s)["observation"] == "probit" || d.Kind == Binary && InfoFor(m, s).Distances ||
		d.Preprocessing.Distances == relation.Links && InfoFor(m, s).Links
}

// Decided returns the decisions of m if it is a [Decider], and nil otherwise.
func Decided(m Model, d *Dataset, s Settings) map[string]string {
	if w, ok := m.(Decider); ok {
		return w.Decide(d, s)
	}
	return nil
}

// InfoFor describes m under the given settings.
func InfoFor(m Model, s Settings) Info {
	if w, ok := m.(Switcher); ok {
		return w.InfoFor(s)
	}
	return m.Info()
}

// InfoOn describes m under the given settings for data that have passed Check: choices that the settings leave to the
// data are decided first.
func InfoOn(m Model, d *Dataset, s Settings) Info {
	decided := Decided(m, d, s)
	if len(decided) == 0 {
		return InfoFor(m, s)
	}
	s = s.Clone()
	for name, value := range decided {
		if err := s.Set(name, value); err != nil {
			panic("inference: " + m.Info().Name + " decides " + name + "=" + value + ": " + err.Error())
		}
	}
	return InfoFor(m, s)
}

// An Estimate holds the time and memory that a run needs, predicted before it starts.
type Estimate struct {
	Bytes     int64         // peak memory of the run, beside the data
	Start     time.Duration // until iteration 0 is complete
	Iteration time.Duration // each iteration
}

// A Model can fit a Dataset. Implementations are stateless values and safe for concurrent use.
type Model interface {
	Info() Info
	// Check reports whether the data and settings can be fitted; the error is one sentence with the remedy. The notes are
	// for the user even if they can.
	Check(data *Dataset, s Settings) (notes []string, err error)
	// Estimate predicts memory and time. It is cheap and never fails on data that passed Check.
	Estimate(data *Dataset, s Settings) Estimate
	// New prepares a fit. It does little work itself: the start is made by Steps. At most threads
	// goroutines work at once; the result does not depend on their number.
	New(data *Dataset, s Settings, streams Streams, threads int) (Stepper, error)
}

// A Report is the report of one step.
type Report struct {
	// Scalars is nil unless the step completed an iteration; then it has one value for each of
	// Info.Scalars. The first report with Scalars is iteration 0, the state when the start (or
	// build) is complete.
	Scalars []float64
	// Phase names the present work, in the user's words: "building the tree, order 2 of 4".
	Phase string
	// Fraction is the share of the start that is done, 0 to 1; 1 once iterations run.
	Fraction float64
	// Share is the share of the whole fit that is done, as far as the model can tell where it ends by itself long before
	// Info.Iterations; 0 where it cannot. It never falls.
	Share float64
	// Changed is true if a Snapshot would differ from the one before.
	Changed bool
	// Done is true if nothing is left to do, however many iterations were asked for.
	Done bool
}

// A Stepper is one chain or one fit in progress. It is used by one goroutine at a time.
type Stepper interface {
	// Step does about 50 ms of work at most and returns early, with ctx.Err(), when
	// ctx is cancelled; a later Step with a live context continues as if nothing had
	// happened, to the same bits.
	Step(ctx context.Context) (Report, error)
	// Snapshot returns a copy that shares no memory that will be written again.
	Snapshot() *Snapshot
}

// A Presenter is a Stepper whose snapshots sum up its draws, which takes time. While a fit runs, its present state is
// shown in between.
type Presenter interface {
	Stepper
	// Present returns the state itself as parts, as Snapshot has them but without draws, and takes little time. It is
	// nil before there is a state, and where Snapshot itself takes little time.
	Present() []Part
}

// Pooled is a Stepper of which snapshots take less time and memory where they are only pooled with those of other
// chains.
type Pooled interface {
	Stepper
	// SnapshotToPool returns what Snapshot does, with parts that pool to the same bits and have no other use.
	SnapshotToPool() *Snapshot
}

// A Saver is a Stepper whose whole state, generators included, can be saved and
// restored. UnmarshalBinary is called on a fresh Stepper made by New with the
// same data and settings; from there it continues to the same bits. Bytes that are
// damaged or of another fit give an error, after which the Stepper must not be
// used. The Steppers of all models are Savers; package saved seals their bytes.
type Saver interface {
	Stepper
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// A TreeScore is the score of a given tree under a model, in input units. It has no
// meaning for the tree's own internal order.
type TreeScore struct {
	LogPrior      float64 // structure and times, density in t
	LogLikelihood float64 // locations integrated out
	LogPosterior  float64 // their sum
}

// A TreeScorer is a Model that can score a given tree. Leaves are matched to rows by name.
type TreeScorer interface {
	Model
	// ScoreTree scores t and returns it. With fitTimes it scores and returns a copy of its
	// structure with the best times.
	ScoreTree(ctx context.Context, data *Dataset, t *tree.Tree, s Settings, fitTimes bool) (TreeScore, *tree.Tree, error)
}

// A CovarianceScorer is a TreeScorer that can score a given tree under a given covariance between
// columns, which is not learnt.
type CovarianceScorer interface {
	TreeScorer
	// ScoreTreeUnder is ScoreTree where the columns have the covariance sigma, D×D, in working
	// units and in the order of data. It returns an error if sigma has another size or no inverse.
	ScoreTreeUnder(ctx context.Context, data *Dataset, t *tree.Tree, s Settings, sigma *mat.SymDense,
		fitTimes bool) (TreeScore, *tree.Tree, error)
}

// A StructureScorer is a TreeScorer that can also score the structure of a tree alone. The
// LogPosterior of a [TreeScore] is a density in the times, so its units depend on the number of
// branch points; structure scores compare trees of different numbers.
type StructureScorer interface {
	TreeScorer
	// ScoreStructure returns the log of the joint probability of structure and data, in input
	// units. The times are integrated out by Laplace's method about the best ones. It is NaN where
	// these are not a maximum inside their range, and for trees with more leaves than the method
	// supports.
	ScoreStructure(ctx context.Context, data *Dataset, t *tree.Tree, s Settings) (float64, error)
}

// A LatentModel is a Model whose table cells may be observations of unobserved locations, such as
// zeros and ones under a probit link.
type LatentModel interface {
	Model
	// Latent returns the Gaussians that stand for the cells given the diffusion variance and the
	// tree t, its leaves being the rows. Mean and variance are n×d; the variance is +Inf where a
	// cell is missing. Both are nil where the cells are numbers with noise.
	Latent(data *Dataset, t *tree.Tree, s Settings, sigma2 float64) (mean, variance *mat.Dense, err error)
}

// A PlanarModel is a Model whose density of a new row is known along any two directions of the data.
type PlanarModel interface {
	Model
	// Planar returns that density for the fit that a snapshot of the data shows.
	Planar(ctx context.Context, data *Dataset, s Settings, fitted *Snapshot) (Planar, error)
}

// A Planar is the density of a new row along two directions, given as weights of the columns: a
// mixture in working units. It is safe for concurrent use.
type Planar interface {
	Along(x, y []float64) []PlanarTerm
}

// A PlanarTerm is one term of a mixture along two directions: a Gaussian with a mean and a
// covariance, or a Student t with a location, a scale matrix and degrees of freedom.
type PlanarTerm struct {
	Weight     float64
	X, Y       float64
	XX, XY, YY float64
	Freedom    float64 // 0 for a Gaussian
}

// A Draw is a data set drawn from a model's prior, with the truth behind it.
type Draw struct {
	X     *mat.Dense // n×d
	Tree  *tree.Tree // nil for models without one
	Parts []Part     // other unknowns that X was drawn from: factors, the partition of the rows
}

// A PriorSampler is a Model that can draw data from its prior at the given settings.
type PriorSampler interface {
	Model
	Sample(n, d int, s Settings, rng *rand.Rand) (Draw, error)
}

// A KindSampler is a PriorSampler that also draws tables whose columns are of the kinds that [InfoFor] lists: n rows of
// a column of each kind, whose cells are as those of a Dataset. All levels are known, and no count has an exposure.
type KindSampler interface {
	PriorSampler
	SampleKinds(n int, kinds []column.Kind, s Settings, rng *rand.Rand) (Draw, error)
}

// Streams hands out independent random generators, one for each (chain, task) of a seed. A parallel
// task asks for its stream by its own number, never by the thread that runs it, so results do not
// depend on the number of threads.
type Streams struct {
	Seed  uint64 // shown to the user and stored with every result
	Chain uint64 // number of the chain, from 0
}

// Source returns the generator of the given task as a PCG, whose state can be saved with
// MarshalBinary. By convention task 0 is the chain's own main stream.
func (s Streams) Source(task uint64) *rand.PCG {
	high := mix(s.Seed ^ mix(s.Chain+0x9e3779b97f4a7c15))
	return rand.NewPCG(high, mix(high^mix(task+0xd1b54a32d192ed03)))
}

// Task returns the generator of the given task.
func (s Streams) Task(task uint64) *rand.Rand { return rand.New(s.Source(task)) }

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood 2014): a bijection
// that spreads neighbouring seeds over all 64 bits.
func mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}
