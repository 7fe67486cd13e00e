package pydt

import (
	"math"
	"time"

	"example.org/espalier/inference"
	"example.org/espalier/inference/algorithm/linkage"
	"example.org/espalier/inference/model/pydt/attaching"
	"example.org/espalier/inference/model/pydt/correlated"
	"example.org/espalier/inference/model/pydt/kept"
	"example.org/espalier/inference/model/pydt/numbers"
	"example.org/espalier/inference/model/pydt/pilot"
	"example.org/espalier/inference/model/pydt/placing"
	"example.org/espalier/inference/model/pydt/problem"
	"example.org/espalier/inference/model/pydt/sampler"
	"example.org/espalier/inference/model/pydt/search"
)

// estimateChain counts the bytes that a chain keeps, and uses times measured on two cores. A visit
// takes about 2 µs, and 0.25 µs plus 6 ns a column for each branch point on the way. The work done
// once a sweep takes a third as long as its visits.
func estimateChain(data *inference.Dataset, s inference.Settings) inference.Estimate {
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	_, sorted := problem.SortColumns(data.X)
	e := inference.Estimate{Iteration: seconds(sampler.SweepTime(data))}
	live := 2 * n * (8*(d+float64(len(sorted))) + 60)
	draws := math.Min(kept.Most*float64(kept.Bytes(2*rows)), kept.MostBytes+20*float64(kept.Bytes(2*rows)))
	e.Bytes = int64(3*live + draws + sampler.MostPredictingBytes)
	e = togetherChainEstimate(e, data, s)
	if kinds, err := kindsOf(data, s); err == nil && kinds != nil {
		e.Iteration += time.Duration(latentDraws(data, kinds))
		data = numbers.Hidden(data, kinds)
	}
	if s.Text("initial") == "em" {
		em := s.Clone()
		for _, v := range [][2]string{{"method", "em"}, {"start", "random"}, {"orders", "1"},
			{"columns", correlated.Independent}} {
			if em.Set(v[0], v[1]) != nil {
				return e
			}
		}
		start := estimateFit(data, em, true)
		e.Start, e.Bytes = e.Start+start.Start, e.Bytes+start.Bytes
	}
	return e
}

// estimateFit is estimate for methods em and mp. The start of a chain is alone: it has no pilot.
func estimateFit(data *inference.Dataset, s inference.Settings, alone bool) inference.Estimate {
	probit, err := isProbit(data, s)
	probit = probit && err == nil
	sites := probit
	if kinds, err := kindsOf(data, s); err == nil && kinds != nil {
		data, sites = numbers.Hidden(data, kinds), true
	}
	rows, columns := data.Dims()
	n, d := float64(rows), float64(columns)
	_, sorted := problem.SortColumns(data.X)
	columnwise := sites || problem.TooMany(len(sorted), columns)
	classes := float64(len(sorted))
	if columnwise {
		classes = d / 2 // an attacher keeps nothing for each class
	}
	one := n*(4*d*8+12*classes*8+300) + 4*n*8
	states, start := 1.0, 0.0
	look := 2 * n * (1e-9*d + 0.15e-6*(1+0.5*(classes-1)))
	if columnwise {
		look = 2 * n * (6e-9*d + 0.15e-6)
	}
	large := rows > problem.LargeRows && !sites
	step := look // of a search
	if large {
		step = narrowStep(rows, d, classes)
		start += n * (step + largeStart*(0.2+0.016*d)) // a first tree is built, balanced and weighed
	}
	if s.Text("start") != "linkage" {
		p := search.Plan{Start: s.Text("start"), Orders: s.Int("orders")}
		orders := float64(p.OrdersFor(rows, !alone && pilotLearns(s, probit)))
		states += orders
		start += 0.5 * n * math.Min(look, 2*step) * math.Ceil(orders/2)
	}
	if !alone && pilotLearns(s, probit) {
		// Two chains, whose sweeps repeat less of what says little; a tenth of the runs take another round.
		pilotRows := rows
		states += pilot.Chains
		if rows > pilot.Whole {
			pilotRows = pilot.Some
			chains, sweeps, _ := pilot.Renewal(large)
			start += 1.25 * float64(sweeps*chains) * sampler.SweepTimeOf(n, d, float64(len(sorted)))
		}
		sweeps := float64(pilot.FirstSweeps(pilotRows, columns, sites) * pilot.Chains)
		start += 0.75 * sweeps * sampler.SweepTimeOf(float64(pilotRows), d, float64(len(sorted)))
	}
	bytes := states*one + n*d*8
	if from := s.Text("start"); from == "linkage" || from == "both" && !large {
		bytes += float64(linkage.Bytes(rows, columns, data.Missing() == 0, linkage.Ward, linkage.Euclidean))
		start += n*n*d*0.5e-9 + n*n*4e-9
	}
	steps, work := placing.RefineSteps(rows, large, placing.LookWork(columns, len(sorted), columnwise))
	iteration := 5 * look
	if large {
		start += 60*look + float64(steps)*step
		iteration = 3*step + 40*look/(search.UpkeepEvery*n/search.PaceRows)
		bytes += 2 * n * d * 8 // of the vicinity
	} else {
		start += 60*look + float64(steps)*work*0.7e-9*math.Ceil(states/2)
	}
	if sites { // they are swept over again and again, and kept with every tree
		start, iteration = 2*start, 8*iteration
		bytes += (3*states + placing.Kept) * n * (2*d + 1) * 8
	}
	if s.Text("method") == "mp" {
		// The start takes some forty sweeps for each of ten trees, and every second iteration forty more. Where many rows
		// are alike the messages do not settle, and every call takes the limit of 550 sweeps.
		own := len(sorted)
		if columnwise {
			own = columns
		}
		sweep := n * search.MessageWork(columns, own) * 1e-9
		start, iteration = start+400*sweep, iteration+20*sweep
		if numbers.EqualRows(data) >= numbers.ManyEqual {
			start += 5100 * sweep
		}
		bytes += 2 * (one + 6*n*d*8)
	}
	return togetherEstimate(inference.Estimate{Bytes: int64(bytes), Start: seconds(start), Iteration: seconds(iteration)},
		data, s)
}

// largeStart is the time that a row of a large table takes in a start beside search steps, for 50
// columns, in seconds.
const largeStart = 1.2e-3

// narrowStep estimates the seconds of a search step in a large tree.
func narrowStep(rows int, d, classes float64) float64 {
	return float64(attaching.Reach(rows)) * (0.4e-6*(1+0.5*(classes-1)) + 12e-9*d)
}

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
