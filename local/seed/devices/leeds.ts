import {
	airTemperature,
	battery,
	co2,
	coolRoom,
	current,
	door,
	dyingBattery,
	fillingMemory,
	flow,
	freezer,
	humidity,
	light,
	power,
	riverLevel,
	signal,
	vehicle,
	waterTemperature,
} from "../demo-channels";
import { type DemoDevice, deviceAt, models } from "../demo-device";

const at = deviceAt({ site: "Leeds", timezoneOffset: 0, timeZoneRule: 2 });
const steady = { cycle: { minutes: 31, swing: 0.4 }, noise: 0.1, daily: 0.2 };

/** Pharmacy and greenhouse, on standard time all year, and the river, whose gauges keep UTC. */
export const leedsDevices: readonly DemoDevice[] = [
	at({
		name: "Pharmacy fridge",
		serialNumber: "AQ-30102",
		model: models.coldChain,
		groups: ["pharmacy", "audited"],
		uploadMinutes: 10,
		channels: [coolRoom(5, steady), humidity(49), battery(300)],
	}),
	at({
		name: "River gauge A",
		serialNumber: "AQ-40077",
		model: models.level,
		timeZoneRule: 0,
		groups: ["outdoors"],
		uploadMinutes: 15,
		outage: { firstMinute: -28 * 24 * 60 - 9 * 60, minutes: 60, everyDays: 7 },
		channels: [riverLevel(1.4, 1.9), waterTemperature(7.5), battery(150)],
	}),
	at({
		name: "River gauge B",
		serialNumber: "AQ-40078",
		model: models.level,
		timeZoneRule: 0,
		groups: ["outdoors"],
		uploadMinutes: 15,
		channels: [riverLevel(0.9, 1.4), waterTemperature(7.2), signal(-101), battery(145)],
	}),
	at({
		name: "Vaccine fridge",
		serialNumber: "AQ-30103",
		model: models.coldChain,
		groups: ["pharmacy", "audited"],
		uploadMinutes: 5,
		channels: [coolRoom(4.6, steady), humidity(47), door(0.05, { from: 8, to: 18 }), battery(290)],
	}),
	at({
		name: "Insulin store",
		serialNumber: "AQ-30104",
		model: models.coldChain,
		groups: ["pharmacy", "audited"],
		uploadMinutes: 10,
		// Nobody has replaced its battery for weeks.
		channels: [coolRoom(5.3, steady), humidity(51), dyingBattery(8.6, 1.1)],
	}),
	at({
		name: "Plasma freezer",
		serialNumber: "AQ-30120",
		model: models.freezer,
		groups: ["pharmacy"],
		uploadMinutes: 5,
		channels: [freezer(-32, { defrost: { everyHours: 12, minutes: 30, rise: 4 } }), door(0.03), battery(185)],
	}),
	at({
		name: "Greenhouse",
		serialNumber: "AQ-30210",
		model: models.air,
		groups: ["buildings"],
		uploadMinutes: 5,
		historyDays: 366,
		channels: [airTemperature(19, 5), humidity(68, 10), light(42_000, { from: 6.5, to: 18.5 }), battery(155)],
	}),
	at({
		name: "Mushroom house",
		serialNumber: "AQ-30211",
		model: models.air,
		groups: ["buildings"],
		uploadMinutes: 10,
		channels: [
			airTemperature(17, 0.6),
			humidity(88, 2),
			co2(1_050, { from: 7, to: 12, rise: -240 }),
			// Nobody has emptied it since it was hung up.
			fillingMemory(92.6, 0.06),
		],
	}),
	at({
		name: "Boiler house",
		serialNumber: "AQ-60210",
		model: models.machine,
		groups: ["buildings"],
		uploadMinutes: 3,
		channels: [
			flow(40, { from: 5, to: 21, rise: 30 }),
			power(2_100, { minutes: 36, swing: 420 }),
			current(9, { minutes: 36, swing: 1.8 }),
		],
	}),
	at({
		name: "Truck UK-41",
		serialNumber: "AQ-50041",
		model: models.vehicle,
		groups: ["trucks", "pharmacy"],
		uploadMinutes: 2,
		channels: [...vehicle(4.5, 1.6, { from: 8, to: 16, stopEveryMinutes: 45, stopMinutes: 6 }), signal(-81)],
	}),
];
