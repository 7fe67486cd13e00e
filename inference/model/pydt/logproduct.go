package pydt

import (
	"math"

	"example.org/espalier/inference/algorithm/special"
)

// A logProduct is the logarithm of a product of powers; factors of the same power
// share one logarithm while their product stays in range.
type logProduct struct {
	value, power, product float64
}

func (p *logProduct) multiply(x, power float64) {
	if power != p.power {
		p.flush()
		p.power = power
	}
	if x < 1e-100 || x > 1e100 { // near time 1 without noise; the product would overflow
		p.value += power * math.Log(x)
		return
	}
	if p.product *= x; p.product < 1e-200 || p.product > 1e200 {
		p.flush()
	}
}

// alone makes the power 1, for factors that the caller multiplies in as multiply does.
func (p *logProduct) alone() {
	if p.power != 1 {
		p.flush()
		p.power = 1
	}
}

func (p *logProduct) flush() {
	if p.power != 0 {
		p.value += p.power * math.Log(p.product)
	}
	p.product = 1
}

// quickly is log to 1e-9, and leaves the product as it is.
func (p *logProduct) quickly() float64 {
	if p.power == 0 {
		return 0
	}
	return p.value + p.power*special.QuickLog(p.product)
}

func (p *logProduct) log() float64 {
	p.flush()
	return p.value
}
