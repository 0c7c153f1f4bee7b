import { describe, expect, it } from "vitest";
import { parseChannels } from "../../../client/features/devices/csv-import/line-cells";

describe("a cell of channels", () => {
	it.each([
		[
			"Temperature:temperature:°C; Humidity:humidity:%",
			[
				["Temperature", "temperature", "°C"],
				["Humidity", "humidity", "%"],
			],
		],
		["temperature", [["temperature", "temperature", "°C"]]],
		["Probe:Temperature", [["Probe", "temperature", "°C"]]],
		["Probe:temperature:", [["Probe", "temperature", ""]]],
		["CO₂", [["CO₂", "co2", "ppm"]]],
		[" ; ", []],
	])("reads a cell as channels: %s", (text, expected) => {
		const channels = expected.map(([name, quantity, unit]) => ({ name, quantity, unit }));
		expect(parseChannels(text)).toEqual({ channels });
	});

	it.each(["Probe", "Probe:warmth", ":"])("knows no such quantity: %s", (text) => {
		expect(parseChannels(text)).toHaveProperty("error");
	});
});
