import { describe, expect, it } from "vitest";
import { readFileHead } from "../../../client/features/import/unpack-files";
import { matchDevice } from "../../../shared/log/match-device";

const devices = [
	{ id: "cooler", name: "Cooler 7", serialNumber: "AQ-1001" },
	{ id: "freezer", name: "Freezer", serialNumber: "20398571" },
	{ id: "van", name: "Van", serialNumber: "VN 22 B" },
	{ id: "old", name: "Old", serialNumber: "4510" },
	{ id: "year", name: "Year", serialNumber: "2026" },
	{ id: "twin", name: "Twin one", serialNumber: "TWN-1" },
	{ id: "twin-2", name: "Twin two", serialNumber: "TWN 1" },
	{ id: "none", name: "Lager Süd", serialNumber: null },
];
const match = (name: string, head = "Time;Air\n2026-11-05 10:00;4,5\n") => matchDevice(devices, { name, head });

describe("the device of a file", () => {
	it.each([
		["AQ-1001_2026-11-05.csv", "cooler"],
		["export aq1001 (2).CSV", "cooler"],
		["20398571-2026.txt", "freezer"],
		["log_VN-22-B.xlsx, Sheet1", "van"],
		["ＡＱ１００１.csv", "cooler"],
	])("comes from the serial number in the name %s", (name, deviceId) => {
		expect(match(name)).toEqual({ deviceId, by: "file-name" });
	});

	it.each([
		["Serial number: AQ-1001\nTime;Air", "cooler"],
		["S/N,20398571\nTime,Air\n", "freezer"],
		["Time;Device;Air\n2026-11-05 10:00;20398571;4\n2026-11-05 10:01;20398571;4", "freezer"],
		["Logger 4510\nTime;Air", "old"],
		["# VN 22 B exported\r\nTime;Air", "van"],
	])("comes from the serial number inside %j", (head, deviceId) => {
		expect(match("log.csv", head)).toEqual({ deviceId, by: "file" });
	});

	it.each([
		["a reading is no serial number", "x.csv", "Time;Pressure\n2026-11-05 10:00;4510\n2026-11-05 10:01;4510.5"],
		["a year is no serial number", "cooler 2026-11-28.csv", ""],
		["part of a longer word is none", "AQ-10010.csv", "XAQ-1001"],
		["two devices have this number", "TWN-1.csv", "Serial: TWN-1"],
		["name and file disagree", "AQ-1001.csv", "Serial: 20398571"],
		["the name has two numbers", "AQ-1001 and 20398571.csv", ""],
		["an empty file name", ".csv", ""],
	])("stays open where %s", (_, name, head) => {
		expect(match(name, head)).toBeNull();
	});

	it("stays open with a proposal where the file names several", () => {
		const head = "Time;Logger;Air\n10:00;AQ-1001;4\n10:00;VN 22 B;5";
		expect(match("log.csv", head)).toEqual({ deviceId: "cooler", by: "several" });
		expect(match("VN22B.csv", head)).toEqual({ deviceId: "van", by: "file-name" });
	});

	it("comes from the device's name where no serial number is", () => {
		expect(match("lager_süd.csv")).toEqual({ deviceId: "none", by: "device-name" });
		expect(match("cooler-7.csv")).toEqual({ deviceId: "cooler", by: "device-name" });
		expect(match("cooler.csv")).toBeNull();
	});
});

describe("the head of a file", () => {
	it.each([
		["UTF-16 with a mark", Buffer.from("\uFEFFSerial: AQ-1001", "utf16le")],
		["UTF-16 without a mark", Buffer.from("Serial: AQ-1001", "utf16le")],
		["UTF-16, big end first", Buffer.from("Serial: AQ-1001", "utf16le").swap16()],
		["a code page", Buffer.from("K\xfchler, Serial: AQ-1001", "latin1")],
	])("reads a serial number in %s", async (_, bytes) => {
		const head = await readFileHead(new Blob([new Uint8Array(bytes)]));
		expect(matchDevice(devices, { name: "x.csv", head })?.deviceId).toBe("cooler");
	});
});
