// Temperatures in °C, pressures in Pa. Source: ASHRAE Handbook of Fundamentals 2017, chapter 1, equations 3, 5, 6, 33 and 35.

const zeroKelvin = 273.15;
/** Ends of the equations. */
export const coldest = -100;
export const hottest = 200;

export type Surface = "water" | "ice";

/** "water": supercooled below 0 °C. "ice": ice below 0 °C, water above. */
function isIce(celsius: number, over: Surface): boolean {
	return over === "ice" && celsius < 0;
}

function logOverWater(kelvin: number): number {
	return (
		-5.8002206e3 / kelvin +
		1.3914993 +
		kelvin * (-4.8640239e-2 + kelvin * (4.1764768e-5 + kelvin * -1.4452093e-8)) +
		6.5459673 * Math.log(kelvin)
	);
}

function logOverIce(kelvin: number): number {
	return (
		-5.6745359e3 / kelvin +
		6.3925247 +
		kelvin * (-9.677843e-3 + kelvin * (6.2215701e-7 + kelvin * (2.0747825e-9 + kelvin * -9.484024e-13))) +
		4.1635019 * Math.log(kelvin)
	);
}

/** Natural logarithm of the saturation pressure. */
function logSaturation(celsius: number, over: Surface): number {
	const kelvin = celsius + zeroKelvin;
	return isIce(celsius, over) ? logOverIce(kelvin) : logOverWater(kelvin);
}

/** Its derivative by temperature. */
function slopeOfLog(celsius: number, over: Surface): number {
	const kelvin = celsius + zeroKelvin;
	if (isIce(celsius, over))
		return (
			5.6745359e3 / kelvin ** 2 -
			9.677843e-3 +
			kelvin * (1.24431402e-6 + kelvin * (6.2243475e-9 - kelvin * 3.7936096e-12)) +
			4.1635019 / kelvin
		);
	return (
		5.8002206e3 / kelvin ** 2 - 4.8640239e-2 + kelvin * (8.3529536e-5 - kelvin * 4.3356279e-8) + 6.5459673 / kelvin
	);
}

export function saturationPressure(celsius: number, over: Surface): number {
	return Math.exp(logSaturation(celsius, over));
}

/** Natural logarithm of the vapor's pressure at a humidity of more than 0 %. */
export function logVaporPressure(celsius: number, humidity: number, over: Surface): number {
	return Math.log(humidity / 100) + logSaturation(celsius, over);
}

const logAtZero = logOverWater(zeroKelvin);

/** Where vapor of this pressure saturates. Over ice: dew above 0 °C, frost below. May lie below `coldest`. */
export function saturationTemperature(logPressure: number, over: Surface): number {
	const isFrost = over === "ice" && logPressure < logAtZero;
	const surface = isFrost ? "ice" : "water";
	// The first guess is Magnus' formula, as in the WMO's guide to instruments.
	const magnus = logPressure - Math.log(611.2);
	let celsius = isFrost ? (272.62 * magnus) / (22.46 - magnus) : (243.12 * magnus) / (17.62 - magnus);
	for (let step = 0; step < 8; step += 1) {
		celsius = Math.max(coldest - 50, isFrost ? Math.min(-1e-9, celsius) : celsius);
		const correction = (logSaturation(celsius, surface) - logPressure) / slopeOfLog(celsius, surface);
		celsius -= correction;
		if (Math.abs(correction) < 1e-4) break;
	}
	return isFrost ? Math.min(0, celsius) : celsius;
}

/** Vapor pressure at a humidity of 0 to 100 %. */
export function vaporPressure(celsius: number, humidity: number, over: Surface): number {
	return humidity <= 0 ? 0 : Math.exp(logVaporPressure(celsius, humidity, over));
}

/** Pressure of the standard atmosphere at this altitude in metres. */
export function standardPressure(altitude: number): number {
	return 101_325 * (1 - 2.25577e-5 * altitude) ** 5.2559;
}

const massRatio = 0.621945;

function humidityRatio(vapor: number, pressure: number): number {
	return (massRatio * vapor) / (pressure - vapor);
}

type Bulb = { over: Surface; celsius: number; pressure: number };

/** Humidity ratio of air of `celsius` whose wet bulb has `bulb`, and its derivative by `bulb`. */
function ratioAtBulb(bulb: number, { over, celsius, pressure }: Bulb): readonly [ratio: number, slope: number] {
	const isFrozen = over === "ice";
	const [latent, warming, cooling] = isFrozen ? [2830, 0.24, 2.1] : [2501, 2.326, 4.186];
	const vapor = saturationPressure(bulb, over);
	const saturated = humidityRatio(vapor, pressure);
	const saturatedSlope = ((massRatio * pressure) / (pressure - vapor) ** 2) * vapor * slopeOfLog(bulb, over);
	const above = (latent - warming * bulb) * saturated - 1.006 * (celsius - bulb);
	const aboveSlope = (latent - warming * bulb) * saturatedSlope - warming * saturated + 1.006;
	const below = latent + 1.86 * celsius - cooling * bulb;
	return [above / below, (aboveSlope * below + above * cooling) / below ** 2];
}

/** Of air with this vapor pressure. The bulb is wet from 0 °C, and of ice below. Null: more vapor than pressure. */
export function wetBulbTemperature(celsius: number, vapor: number, pressure: number): number | null {
	if (vapor >= pressure || saturationPressure(Math.min(celsius, hottest), "water") >= pressure) return null;
	const ratio = humidityRatio(vapor, pressure);
	const wet: Bulb = { over: "water", celsius, pressure };
	const isFrozen = celsius < 0 || ratioAtBulb(0, wet)[0] > ratio;
	const bulb: Bulb = isFrozen ? { ...wet, over: "ice" } : wet;
	const warmest = isFrozen ? Math.min(celsius, -1e-9) : celsius;
	// Newton's method from the dew point, which lies below.
	let found = vapor <= 0 ? warmest - 20 : saturationTemperature(Math.log(vapor), "ice");
	for (let step = 0; step < 20; step += 1) {
		found = Math.max(coldest - 50, Math.min(warmest, found));
		const [reached, slope] = ratioAtBulb(found, bulb);
		const correction = (reached - ratio) / slope;
		found -= correction;
		if (Math.abs(correction) < 1e-5) break;
	}
	return Math.min(warmest, found);
}
