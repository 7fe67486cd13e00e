package passing

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// A power is the function r^a·(1−r)^b of a time remaining r: a message to it. The product
// of messages is the Beta distribution Beta(a+1, b+1).
type power struct{ a, b float64 }

func (f power) times(o power) power { return power{f.a + o.a, f.b + o.b} }

// over returns f divided by o to the given exponent.
func (f power) over(o power, exponent float64) power {
	return power{f.a - exponent*o.a, f.b - exponent*o.b}
}

// towards moves the exponents by a share of the way to those of o.
func (f power) towards(o power, share float64) power {
	return power{f.a + share*(o.a-f.a), f.b + share*(o.b-f.b)}
}

// raised returns f to the given power.
func (f power) raised(exponent float64) power { return power{exponent * f.a, exponent * f.b} }

// logIntegral returns log B(a+1, b+1).
func (f power) logIntegral() float64 {
	p, q := f.a+1, f.b+1
	if p > q {
		p, q = q, p
	}
	x, _ := math.Lgamma(p)
	return x - lnGammaStep(q, p)
}

// moments returns mean and variance of r.
func (f power) moments() (mean, variance float64) {
	p, q := f.a+1, f.b+1
	n := p + q
	return p / n, p / n * (q / n) / (n + 1)
}

// meanLog returns ⟨log r⟩ = dg(p) − dg(p+q).
func (f power) meanLog() float64 { return mathext.Digamma(f.a+1) - mathext.Digamma(f.a+f.b+2) }

// fit returns the Beta distribution of the given ⟨log r⟩ and ⟨log(1−r)⟩, which is the closest in
// the sense of α = 1, by Newton steps from f. ok is false if there is none.
func (f power) fit(logMean, logLeft float64) (fitted power, ok bool) {
	p, q := f.a+1, f.b+1 // where the steps begin
	if !(p > 0 && q > 0) {
		p, q = 1, 1
	}
	for range 100 {
		g, h, n := trigamma(p), trigamma(q), trigamma(p+q)
		d := mathext.Digamma(p + q)
		u, v := logMean-(mathext.Digamma(p)-d), logLeft-(mathext.Digamma(q)-d)
		// (g−n  −n; −n  h−n)·(dp, dq) = (u, v)
		det := g*h - n*(g+h)
		dp, dq := ((h-n)*u+n*v)/det, ((g-n)*v+n*u)/det
		p *= math.Exp(math.Max(math.Min(dp/p, 1), -1))
		q *= math.Exp(math.Max(math.Min(dq/q, 1), -1))
		if math.Abs(dp) < 1e-8*p && math.Abs(dq) < 1e-8*q {
			return power{p - 1, q - 1}, true
		}
		if math.IsNaN(p+q) || p+q > 1e15 {
			break
		}
	}
	return f, false
}

// trigamma returns the second derivative of log Γ at x > 0.
func trigamma(x float64) float64 {
	r := 0.0
	for x < 10 {
		r += 1 / (x * x)
		x++
	}
	f := 1 / (x * x)
	return r + 1/x + f/2 + f/x*(1./6-f*(1./30-f*(1./42-f*(1./30-f*(5./66)))))
}

// lnGammaStep returns log Γ(x+e) − log Γ(x) without the cancellation at large x.
func lnGammaStep(x, e float64) float64 {
	y := x + e
	if x < 1e5 || y < 1e5 {
		a, _ := math.Lgamma(y)
		b, _ := math.Lgamma(x)
		return a - b
	}
	return (x-0.5)*math.Log1p(e/x) + e*math.Log(y) - e + (1/y-1/x)/12
}
