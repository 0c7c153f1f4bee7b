import { type Quantity, quantities } from "../../shared/formats/units";
import type { ChannelShape, Hours, Trips } from "./channel-shape";
import type { DemoChannel } from "./demo-device";

type Daily = Omit<ChannelShape & { kind: "daily" }, "kind">;

function channel(name: string, quantity: Quantity, shape: ChannelShape): DemoChannel {
	return { name, quantity, unit: quantities[quantity].unit, shape };
}

function dailyChannel(name: string, quantity: Quantity, shape: Daily): DemoChannel {
	return channel(name, quantity, { kind: "daily", ...shape });
}

const compressor = { minutes: 23, swing: 0.5 };
const shift: Hours = { from: 6, to: 20 };

export function coolRoom(mean: number, extra: Partial<Daily> = {}): DemoChannel {
	return dailyChannel("Temperature", "temperature", {
		mean,
		daily: 0.3,
		peakHour: 15,
		noise: 0.15,
		cycle: compressor,
		wander: { hours: 9, swing: 0.3 },
		...extra,
	});
}

export function freezer(mean: number, extra: Partial<Daily> = {}): DemoChannel {
	return dailyChannel("Temperature", "temperature", {
		mean,
		daily: 0.5,
		peakHour: 14,
		noise: 0.2,
		cycle: { minutes: 47, swing: 0.9 },
		defrost: { everyHours: 8, minutes: 35, rise: 5.5 },
		...extra,
	});
}

export function airTemperature(mean: number, daily: number, extra: Partial<Daily> = {}): DemoChannel {
	const weather = { hours: 60, swing: daily * 0.6 };
	return dailyChannel("Temperature", "temperature", {
		mean,
		daily,
		peakHour: 15,
		noise: 0.2,
		wander: weather,
		...extra,
	});
}

export function waterTemperature(mean: number): DemoChannel {
	return dailyChannel("Water temperature", "temperature", {
		mean,
		daily: 0.7,
		peakHour: 17,
		noise: 0.05,
		wander: { hours: 80, swing: 1.2 },
	});
}

export function humidity(mean: number, daily = 4): DemoChannel {
	return dailyChannel("Humidity", "humidity", {
		mean,
		daily,
		peakHour: 5,
		noise: 1.2,
		wander: { hours: 30, swing: 5 },
	});
}

export function co2(mean: number, work: Hours & { rise: number }): DemoChannel {
	return dailyChannel("CO2", "co2", {
		mean,
		daily: 40,
		peakHour: 12,
		noise: 20,
		work,
		wander: { hours: 5, swing: 60 },
	});
}

export function pressure(mean: number): DemoChannel {
	return dailyChannel("Pressure", "pressure", {
		mean,
		daily: 0.7,
		peakHour: 10,
		noise: 0.1,
		wander: { hours: 70, swing: 11 },
	});
}

export function flow(mean: number, work: Hours & { rise: number }): DemoChannel {
	return dailyChannel("Flow", "flow", { mean, daily: mean / 3, peakHour: 12, noise: mean / 6, work });
}

export function power(mean: number, cycle: { minutes: number; swing: number }): DemoChannel {
	return dailyChannel("Power", "power", { mean, daily: mean / 12, peakHour: 15, noise: mean / 40, cycle });
}

export function current(mean: number, cycle: { minutes: number; swing: number }): DemoChannel {
	return dailyChannel("Current", "current", { mean, daily: mean / 12, peakHour: 15, noise: mean / 40, cycle });
}

export function voltage(mean: number): DemoChannel {
	return dailyChannel("Voltage", "voltage", { mean, daily: mean / 150, peakHour: 4, noise: mean / 400 });
}

export function signal(mean: number): DemoChannel {
	return dailyChannel("Signal", "signal", { mean, daily: 1, peakHour: 3, noise: 3, wander: { hours: 4, swing: 5 } });
}

export function light(brightest: number, { from, to }: Hours): DemoChannel {
	return channel("Light", "light", { kind: "daylight", brightest, sunrise: from, sunset: to });
}

export function riverLevel(mean: number, flood: number): DemoChannel {
	return channel("Level", "level", { kind: "river", mean, swell: 0.12, flood });
}

export function tideLevel(mean: number, range: number): DemoChannel {
	return channel("Level", "level", { kind: "tide", mean, range });
}

export function tankLevel(full: number, low: number, daysPerFill: number): DemoChannel {
	return channel("Level", "level", { kind: "tank", full, low, daysPerFill });
}

export function door(openShare: number, work: Hours = shift): DemoChannel {
	return channel("Door", "door", { kind: "door", openShare, work });
}

export function battery(daysPerCharge: number): DemoChannel {
	return channel("Battery", "battery", { kind: "battery", daysPerCharge });
}

export function dyingBattery(atStart: number, perDay: number): DemoChannel {
	return channel("Battery", "battery", { kind: "dying battery", atStart, perDay });
}

export function fillingMemory(atStart: number, perDay: number): DemoChannel {
	return channel("Memory", "memory", { kind: "filling memory", atStart, perDay });
}

export function vehicle(mean: number, rise: number, trips: Trips): DemoChannel[] {
	return [
		channel("Temperature", "temperature", { kind: "cargo", mean, rise, noise: 0.25, trips }),
		channel("Door", "door", { kind: "cargo door", trips }),
		channel("Vehicle voltage", "voltage", { kind: "alternator", trips }),
	];
}
