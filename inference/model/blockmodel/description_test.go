package blockmodel

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"example.org/espalier/inference/inferencetest"
)

// ways counts the lists of n whole numbers from most down to 0, in falling order, that add up to m.
func ways(m, n, most int) (count float64) {
	if n == 0 {
		if m == 0 {
			return 1
		}
		return 0
	}
	for first := 0; first <= min(m, most); first++ {
		count += ways(m-first, n-1, first)
	}
	return count
}

// told is the log number of ways in which degrees can be given to the nodes of each cluster: their lists, and for each
// the orders of nodes of different degrees.
func told(z []int, degrees ...[]int) (log float64) {
	for k := range 3 {
		var alike []string
		for side, d := range degrees {
			sum, nodes := 0, 0
			for i := range z {
				if z[i] != k {
					continue
				}
				sum, nodes = sum+d[i], nodes+1
				if side == 0 {
					alike = append(alike, fmt.Sprint(d[i], degrees[len(degrees)-1][i]))
				}
			}
			log += math.Log(ways(sum, nodes, sum))
		}
		log += lgamma(float64(len(alike)) + 1)
		slices.Sort(alike)
		for i, run := 0, 0.0; i < len(alike); i++ {
			if run++; i > 0 && alike[i] != alike[i-1] {
				run = 1
			}
			log -= math.Log(run)
		}
	}
	return log
}

// Description lengths are those of graph-tool 2.45 (BlockState.entropy), for two networks of eight nodes, one link of
// which stands twice; where degrees are held, without those, whose lists are counted one by one.
func TestDescription(t *testing.T) {
	undirected := [][2]int{{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}, {5, 6}, {6, 7}, {0, 7}, {1, 2}}
	directed := [][2]int{{0, 1}, {1, 0}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {4, 3}, {3, 5}, {4, 5}, {5, 6}, {6, 7}, {0, 7},
		{7, 6}, {0, 1}}
	whole, three, odd := []int{0, 0, 0, 0, 0, 0, 0, 0}, []int{0, 0, 0, 1, 1, 1, 2, 2}, []int{0, 1, 0, 1, 0, 1, 0, 1}
	for _, c := range []struct {
		directed, held bool
		z              []int
		want           float64
	}{
		{false, false, whole, 23.393375807}, {false, true, whole, 13.692309993}, {false, false, three, 32.559727635},
		{false, true, three, 26.474653774}, {false, false, odd, 29.634057043}, {false, true, odd, 21.715663542},
		{true, false, whole, 35.805730707}, {true, true, whole, 18.547431450}, {true, false, three, 44.490065890},
		{true, true, three, 33.504171601}, {true, false, odd, 40.992675919}, {true, true, odd, 27.127763582},
	} {
		net := &network{n: 8, directed: c.directed, masses: true, y: make([]float64, 64)}
		links := undirected
		if c.directed {
			links = directed
		}
		for _, l := range links {
			net.y[l[0]*8+l[1]]++
			if !c.directed {
				net.y[l[1]*8+l[0]]++
			}
		}
		from, to := make([]int, 8), make([]int, 8)
		for _, l := range links {
			from[l[0]]++
			to[l[1]]++
		}
		switch {
		case !c.held:
		case c.directed:
			c.want += told(c.z, from, to)
		default:
			for i := range from {
				from[i] += to[i]
			}
			c.want += told(c.z, from)
		}
		if c.held {
			net.out = make([]float64, 8)
		}
		inferencetest.Near(t, fmt.Sprint(c), net.description(c.z), c.want, 1e-7)
		net.y[2*8+5] = math.NaN()
		if d := net.description(c.z); !math.IsNaN(d) {
			t.Errorf("a network with a blank has %v nats", d)
		}
	}
}
