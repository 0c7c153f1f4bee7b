import type { Quantity } from "../../shared/formats/units";

/** Specific patterns first: "absolute humidity" is no humidity. Null: no word names it. */
const quantityWords: Record<Quantity, RegExp | null> = {
	signal: /\b(rssi|signal)\b/,
	memory: /\b(memory|mem) (used|usage|full)\b/,
	vaporPressureDeficit: /\bvpd\b|\bvapou?r pressure deficit\b/,
	absoluteHumidity: /\babs(olute)? hum(idity)?\b/,
	soilMoisture: /\b(soil ?moisture|moisture|vwc)\b/,
	soilTension: /\bsoil\b.*\b(tension|suction|potential)\b|\bmatric\b/,
	differentialPressure: /\b(differential|difference|diff|delta) pressure\b/,
	dissolvedOxygen: /\bdissolved oxygen\b/,
	particulateMatter: /\bpm ?(1|2|2 ?5|4|10)( 0)?\b|\bparticulate\b/,
	windDirection: /\bwind\b.*\b(direction|dir|bearing|angle)\b|\bwind ?dir(ection)?\b|\b(wdir|windbearing)\b/,
	temperature: /\b(temp|temperature|tempc|intemp|outtemp|temperatur|température|temperatura)\b/,
	humidity: /\b(humidity|hum|rh|inhumi|humi|humidité|feuchte)\b/,
	pressure: /\b(pressure|barometer|barometric|druck)\b/,
	co2: /\bco ?2\b/,
	voltage: /\b(voltage|volt|volts|bat ?v|vbat|vdd)\b/,
	battery: /\b(battery|bat|batt|akku)\b/,
	radiation: /\b(solar|global) (radiation|irradiance|rad)\b|\birradiance\b/,
	light: /\b(lux|light|illuminance|illumination|luminosity|intensity)\b/,
	rain: /^(?!.*\b(rate|intensity)\b).*\b(rain|rainfall|precipitation|precip)\b/,
	windSpeed: /\bwind\b.*\b(speed|gust|avg|average)\b|\bwind ?(speed|gust)\b/,
	energy: /\benergy\b/,
	volume: /\bvolume\b/,
	weight: /\b(weight|mass)\b/,
	frequency: /\b(frequency|freq)\b/,
	conductivity: /\bconductivity\b/,
	salinity: /\bsalinity\b/,
	ph: /\bph\b/,
	sound: /\b(sound|noise)\b/,
	level: /\b(level|depth|stage)\b/,
	flow: /\bflow\b/,
	power: /\bpower\b/,
	current: null,
	door: /\b(door|contact)\b/,
	count: /\b(count|counter|pulse|pulses)\b/,
	ratio: null,
	other: null,
};

const ordered = Object.entries(quantityWords) as [Quantity, RegExp | null][]; // keys of a record are its keyof

/** The quantity that lower-case words name, such as `air temp 1`. Null: none. */
export function quantityInWords(words: string): Quantity | null {
	return ordered.find(([, form]) => form?.test(words))?.[0] ?? null;
}
