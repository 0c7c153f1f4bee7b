import { dayMs, hourMs, minuteMs } from "../../shared/base/durations.ts";

const celsius = (name) => ({ name, quantity: "temperature", unit: "°C" });
/** Spreads from -1 to 1, the same in each run. */
const noise = (index) => 2 * ((index * 0.618034) % 1) - 1;
const daylight = (at) => Math.max(0, Math.sin((2 * Math.PI * ((at / hourMs) % 24)) / 24 - Math.PI / 2));

/** A greenhouse, a meter and a freezer with derived values, each with a month of readings. Returns their ids. */
export async function addPicturedDevices(request, origin) {
	const call = async (procedure, input) => {
		const headers = { origin, "x-requested-by": "aqlcloud" };
		const answer = await request.post(`/api/proxy/${procedure}`, { headers, data: { json: input } });
		if (!answer.ok()) throw new Error(`${procedure} answered ${answer.status()}: ${await answer.text()}`);
		return (await answer.json()).result.data.json;
	};
	const to = Math.floor(Date.now() / (10 * minuteMs)) * 10 * minuteMs;
	const add = async ({ name, channels, everyMs, valuesAt, derived = [] }) => {
		const asked = { name, timezoneOffset: 0, timeZoneRule: 0, channels };
		const { device, key } = await call("device.createDevice", asked);
		let { version } = device;
		const idOf = (channel) => device.channels.find((one) => one.name === channel).id;
		for (const { title, kind, sources, options = {} } of derived) {
			const named = sources.map(([role, channel]) => ({ role, channelId: idOf(channel) }));
			const pairing = { driver: named[0].channelId, toleranceSeconds: named.length > 1 ? 60 : 0 };
			const definition = { kind, sources: named, ...pairing, options };
			({ version } = await call("device.addDerivedChannel", { deviceId: device.id, version, name: title, definition }));
		}
		const readings = [];
		for (let at = to - 31 * dayMs; at <= to; at += everyMs)
			for (const [channel, value] of Object.entries(valuesAt(at))) readings.push({ channel, at, value });
		const answer = await request.post("/api/ingest/v1/readings", {
			headers: { authorization: `Bearer ${key}` },
			data: { readings },
		});
		if (!answer.ok()) throw new Error(`The readings of ${name} answered ${answer.status()}: ${await answer.text()}`);
		return device.id;
	};

	const air = [
		["temperature", "Air"],
		["humidity", "Humidity"],
	];
	const greenhouse = await add({
		name: "Greenhouse 1",
		channels: [celsius("Air"), { name: "Humidity", quantity: "humidity", unit: "%" }, celsius("Leaf")],
		everyMs: 30 * minuteMs,
		valuesAt: (at) => {
			const warm = 16 + 11 * daylight(at) + 0.3 * noise(at / minuteMs);
			const values = {
				Air: warm,
				Humidity: 91 - 34 * daylight(at) + noise(at / hourMs),
				Leaf: warm - 1.6 * daylight(at),
			};
			return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Math.round(10 * value) / 10]));
		},
		derived: [
			{ title: "Vapor pressure deficit", kind: "vaporPressureDeficit", sources: [...air, ["leaf", "Leaf"]] },
			{ title: "Dew point", kind: "dewPoint", sources: air },
		],
	});

	let counted = 48_210;
	const meter = await add({
		name: "Meter of hall 2",
		channels: [{ name: "Energy", quantity: "energy", unit: "kWh" }],
		everyMs: hourMs,
		valuesAt: (at) => {
			const isWeekend = [0, 6].includes(new Date(at).getUTCDay());
			counted += 2 + (isWeekend ? 3 : 17) * daylight(at) + 0.4 * noise(at / hourMs);
			return { Energy: Math.round(100 * counted) / 100 };
		},
		derived: [
			{
				title: "Use",
				kind: "use",
				sources: [["counter", "Energy"]],
				options: { resets: "never", price: 0.31, currency: "EUR" },
			},
		],
	});

	const freezer = await add({
		name: "Freezer with defrosts",
		channels: [celsius("Air")],
		everyMs: 10 * minuteMs,
		valuesAt: (at) => {
			const sinceDefrost = (at % (8 * hourMs)) / minuteMs;
			const warmed = sinceDefrost < 30 ? 4 + sinceDefrost / 5 : 10 * Math.exp((30 - sinceDefrost) / 25);
			return { Air: Math.round(10 * (-20.5 + warmed + 0.5 * noise(at / minuteMs))) / 10 };
		},
	});
	return { greenhouse, meter, freezer };
}
