import { describe, expect, it } from "vitest";
import { parseChannels, unknownUnits } from "../../../client/features/devices/csv-import/line-cells";

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

	it.each([
		["Probe:temperature:degC", "°C"],
		["Probe:temperature:F", "°F"],
		["Tank:level:%", "%"],
		["Cell:battery:V", "V"],
		["Turbidity:other:NTU", "NTU"],
	])("reads the unit of %s", (text, unit) => {
		expect(parseChannels(text)).toMatchObject({ channels: [{ unit }] });
	});

	it("rejects a unit of another quantity", () => {
		expect(parseChannels("Probe:temperature:hPa")).toEqual({ error: "hPa is no unit of temperature." });
	});

	it("names units that are not known, each once", () => {
		const texts = ["T:temperature:°X; H:humidity:%", "Turbidity:other:NTU", "T:temperature:°X", "nothing"];
		expect(unknownUnits(texts)).toEqual(["°X", "NTU"]);
	});

	it.each(["Probe", "Probe:warmth", ":"])("knows no such quantity: %s", (text) => {
		expect(parseChannels(text)).toHaveProperty("error");
	});
});
