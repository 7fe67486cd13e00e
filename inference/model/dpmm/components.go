package dpmm

import (
	"context"
	"math"

	"example.org/espalier/inference/algorithm/cholesky"
	"example.org/espalier/inference/algorithm/special"
	"example.org/espalier/inference/process/conjugate"
	"example.org/espalier/inference/process/narrow"
)

// broaden returns a cluster of scores in the columns of the table. It has the mean and the covariance that the
// cluster has for the scores of another row.
func broaden(c *narrow.Components, full *conjugate.Full, whole []float64, logWeight float64) *narrow.Cluster {
	mean, root := full.Moments()
	cholesky.Firm(root, len(mean), len(mean))
	return c.NewCluster(mean, root, whole, logWeight)
}

// addLogDensities adds to out, on a log scale, the density of rows under a draw, times share. whole is c.Gram(nil).
func addLogDensities(ctx context.Context, c *narrow.Components, s *state, rows []narrow.Row, whole []float64,
	logShare float64, out []float64) error {
	total := math.Log(float64(len(s.z)) + s.hyper.alpha)
	clusters := []*narrow.Cluster{broaden(c, s.empty.(*conjugate.Full), whole, math.Log(s.hyper.alpha)-total)}
	for _, k := range s.active {
		full := s.slots[k].(*conjugate.Full)
		clusters = append(clusters, broaden(c, full, whole, math.Log(float64(full.Size()))-total))
	}
	for i, r := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, k := range clusters {
			out[i] = special.LogAdd(out[i], logShare+k.LogWeight+k.Log(r))
		}
	}
	return nil
}
