package special

import (
	"math"
)

// A LogProduct is the logarithm of a product of powers; factors of the same power
// share one logarithm while their product stays in range.
type LogProduct struct {
	Value, power, Product float64
}

func (p *LogProduct) Multiply(x, power float64) {
	if power != p.power {
		p.Flush()
		p.power = power
	}
	if x < 1e-100 || x > 1e100 { // near time 1 without noise; the product would overflow
		p.Value += power * math.Log(x)
		return
	}
	if p.Product *= x; p.Product < 1e-200 || p.Product > 1e200 {
		p.Flush()
	}
}

// Alone makes the power 1, for factors that the caller multiplies in as multiply does.
func (p *LogProduct) Alone() {
	if p.power != 1 {
		p.Flush()
		p.power = 1
	}
}

func (p *LogProduct) Flush() {
	if p.power != 0 {
		p.Value += p.power * math.Log(p.Product)
	}
	p.Product = 1
}

// Quickly is log to 1e-9, and leaves the product as it is.
func (p *LogProduct) Quickly() float64 {
	if p.power == 0 {
		return 0
	}
	return p.Value + p.power*QuickLog(p.Product)
}

func (p *LogProduct) Log() float64 {
	p.Flush()
	return p.Value
}
