package special

import (
	"math"
	"testing"
)

// log Φ, φ/Φ and z + φ/Φ against values computed with 60 digits (mpmath).
func TestNormalRatios(t *testing.T) {
	for _, c := range [][4]float64{
		{-1000000, -500000000014.73444909, 1000000.000001, 9.99999999998e-7},
		{-300, -45006.62273211866336, 300.00333325926337415, 0.0033332592633741472695},
		{-40, -804.60844201375378817, 40.024968847207263723, 0.024968847207263723245},
		{-12.5, -81.575967870743883217, 12.579007304406976089, 0.079007304406976089118},
		{-12, -75.410673001568795939, 12.08221417525428433, 0.082214175254284329819},
		{-8, -35.013437159914549896, 8.1213681122361126807, 0.12136811223611268065},
		{-5.001, -15.070185381609438352, 5.1874712761032594094, 0.18647127610325940941},
		{-5, -15.064998393988725736, 5.1865039671258421156, 0.18650396712584211562},
		{-4.9, -14.551182689355310834, 5.0898286001298832901, 0.1898286001298832901},
		{-2, -3.7831843336820319488, 2.3732155328228408673, 0.3732155328228408673},
		{-0.3, -0.96210281816885066774, 0.99816596885848332764, 0.69816596885848332764},
		{0, -0.69314718055994530942, 0.79788456080286535588, 0.79788456080286535588},
		{0.7, -0.27702394227713124471, 0.41192475041929064994, 1.1119247504192906499},
		{3, -0.0013508099647481937988, 0.0044378390421256637933, 3.0044378390421256638},
		{5, -2.8665161296376359338e-7, 1.4867199409049057124e-6, 5.0000014867199409049},
		{5.5, -1.8989562646189462989e-8, 1.0769760247056311313e-7, 5.5000001076976024706},
		{8, -6.2209605742717860585e-16, 5.0522710835368954309e-15, 8.0000000000000050523},
		{37, 0, 2.1200065155246056269e-298, 37},
	} {
		logPhi, r, g := NormalRatios(c[0])
		for i, got := range []float64{logPhi, r, g} {
			if want := c[i+1]; !(math.Abs(got-want) <= 1e-12*math.Abs(want)+1e-290) {
				t.Errorf("z = %g, function %d: %.17g, want %.17g", c[0], i, got, want)
			}
		}
	}
}

// The derivatives are smooth where the code switches between two ways to compute them.
func TestNormalRatiosAreDerivatives(t *testing.T) {
	for z := -30.0; z < 8; z += 0.1 {
		const h = 1e-4
		_, r, g := NormalRatios(z)
		up, upR, _ := NormalRatios(z + h)
		down, downR, _ := NormalRatios(z - h)
		for name, d := range map[string][2]float64{"log Φ": {(up - down) / (2 * h), r},
			"φ/Φ": {(upR - downR) / (2 * h), -r * g}} {
			if !(math.Abs(d[0]-d[1]) <= 1e-6*math.Max(1, math.Abs(d[1]))) {
				t.Errorf("z = %g: derivative of %s %v, want %v", z, name, d[0], d[1])
			}
		}
	}
}

// The table agrees with the functions.
func TestQuickRatios(t *testing.T) {
	for z := -5.5; z < 5.5; z += 0.00137 {
		f, r, g := NormalRatios(z)
		qf, qr, qg := QuickRatios(z)
		if !(math.Abs(f-qf) <= 1e-11) || !(math.Abs(r-qr) <= 1e-11) || !(math.Abs(g-qg) <= 1e-11) {
			t.Fatalf("z = %g: off by %.2g, %.2g, %.2g", z, qf-f, qr-r, qg-g)
		}
	}
}

func TestWideRatios(t *testing.T) {
	for z := -13.; z < 13; z += 0.00137 {
		f, r, g := NormalRatios(z)
		qf, qr, qg := WideRatios(z)
		if !(math.Abs(f-qf) <= 1e-11*max(1, -f)) || !(math.Abs(r-qr) <= 1e-11*max(1, r)) ||
			!(math.Abs(g-qg) <= 1e-10*max(1, g)) {
			t.Fatalf("z = %g: off by %.2g, %.2g, %.2g", z, qf-f, qr-r, qg-g)
		}
		if alone := WideLogCDF(z); alone != qf {
			t.Fatalf("z = %g: %g, and %g alone", z, qf, alone)
		}
	}
}
