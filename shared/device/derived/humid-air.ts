// Temperatures in °C, pressures in Pa. Source: ASHRAE Handbook of Fundamentals 2017, chapter 1, equations 3, 5, 6, 33 and 35.

const zeroKelvin = 273.15;
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

function logSaturation(celsius: number, over: Surface): number {
	const kelvin = celsius + zeroKelvin;
	return isIce(celsius, over) ? logOverIce(kelvin) : logOverWater(kelvin);
}

function slopeOfLog(celsius: number, over: Surface): number {
	const kelvin = celsius + zeroKelvin;
	if (isIce(celsius, over))
		return (
			5.6745359e3 / (kelvin * kelvin) -
			9.677843e-3 +
			kelvin * (1.24431402e-6 + kelvin * (6.2243475e-9 - kelvin * 3.7936096e-12)) +
			4.1635019 / kelvin
		);
	return (
		5.8002206e3 / (kelvin * kelvin) -
		4.8640239e-2 +
		kelvin * (8.3529536e-5 - kelvin * 4.3356279e-8) +
		6.5459673 / kelvin
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
const logAtMagnusZero = Math.log(611.2);

/** Newton's method doubles the digits: after a correction of this size, 1e-8 °C are left. */
const lastCorrection = 1e-3;

/** Dew point of vapor of this pressure. Over ice: dew above 0 °C, frost below. May be below `coldest`. */
export function saturationTemperature(logPressure: number, over: Surface): number {
	const isFrost = over === "ice" && logPressure < logAtZero;
	const surface = isFrost ? "ice" : "water";
	let celsius = magnusTemperature(logPressure, isFrost);
	for (let step = 0; step < 8; step += 1) {
		celsius = Math.max(coldest - 50, isFrost ? Math.min(-1e-9, celsius) : celsius);
		const correction = (logSaturation(celsius, surface) - logPressure) / slopeOfLog(celsius, surface);
		celsius -= correction;
		if (Math.abs(correction) < lastCorrection) break;
	}
	return isFrost ? Math.min(0, celsius) : celsius;
}

/** Right to about 0.3 °C, by the formula of the WMO's guide to instruments. */
function magnusTemperature(logPressure: number, isFrost: boolean): number {
	const magnus = logPressure - logAtMagnusZero;
	return isFrost ? (272.62 * magnus) / (22.46 - magnus) : (243.12 * magnus) / (17.62 - magnus);
}

export function vaporPressure(celsius: number, humidity: number, over: Surface): number {
	return (humidity / 100) * saturationPressure(celsius, over);
}

export function standardPressure(altitude: number): number {
	return 101_325 * (1 - 2.25577e-5 * altitude) ** 5.2559;
}

const massRatio = 0.621945;

function humidityRatio(vapor: number, pressure: number): number {
	return (massRatio * vapor) / (pressure - vapor);
}

type Bulb = { over: Surface; celsius: number; pressure: number };

/** Air of `celsius` whose wet bulb has `bulb`: its humidity ratio, less `ratio`, over the derivative by `bulb`. */
function bulbCorrection(bulb: number, ratio: number, { over, celsius, pressure }: Bulb): number {
	const isFrozen = over === "ice";
	const latent = isFrozen ? 2830 : 2501;
	const warming = isFrozen ? 0.24 : 2.326;
	const cooling = isFrozen ? 2.1 : 4.186;
	const vapor = saturationPressure(bulb, over);
	const dry = pressure - vapor;
	const saturated = (massRatio * vapor) / dry;
	const saturatedSlope = ((saturated * pressure) / dry) * slopeOfLog(bulb, over);
	const above = (latent - warming * bulb) * saturated - 1.006 * (celsius - bulb);
	const aboveSlope = (latent - warming * bulb) * saturatedSlope - warming * saturated + 1.006;
	const below = latent + 1.86 * celsius - cooling * bulb;
	return (above / below - ratio) / ((aboveSlope + (above / below) * cooling) / below);
}

/** At 10,000 Pa, the lowest possible pressure, water boils at 45.8 °C. */
const nothingBoils = 45;

/** Wet bulb in air with this vapor pressure: water from 0 °C, and ice below. Null: the air is above boiling. */
export function wetBulbTemperature(celsius: number, vapor: number, pressure: number): number | null {
	if (celsius > nothingBoils && saturationPressure(celsius, "water") >= pressure) return null;
	const ratio = humidityRatio(vapor, pressure);
	const wet: Bulb = { over: "water", celsius, pressure };
	const isFrozen = celsius < 0 || bulbCorrection(0, ratio, wet) > 0;
	const bulb: Bulb = isFrozen ? { over: "ice", celsius, pressure } : wet;
	const warmest = isFrozen ? Math.min(celsius, -1e-9) : celsius;
	// From the dew point, towards the air as far as its saturation curve is flat.
	const dewPoint = Math.max(coldest, vapor > 0 ? magnusTemperature(Math.log(vapor), isFrozen) : coldest);
	const steepness = saturationPressure(dewPoint, bulb.over) * slopeOfLog(dewPoint, bulb.over);
	const psychrometric = 6.65e-4 * pressure;
	let found = (psychrometric * celsius + steepness * dewPoint) / (psychrometric + steepness);
	for (let step = 0; step < 20; step += 1) {
		found = Math.max(coldest - 50, Math.min(warmest, found));
		const correction = bulbCorrection(found, ratio, bulb);
		found -= correction;
		if (Math.abs(correction) < lastCorrection) break;
	}
	return Math.min(warmest, found);
}
