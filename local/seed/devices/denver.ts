import {
	airTemperature,
	battery,
	co2,
	coolRoom,
	door,
	freezer,
	humidity,
	power,
	pressure,
	signal,
	tankLevel,
	vehicle,
	voltage,
	waterTemperature,
} from "../demo-channels";
import { type DemoDevice, deviceAt, models } from "../demo-device";

const at = deviceAt({ site: "Denver", timezoneOffset: -420, timeZoneRule: 1 });

/** The depot in the west, whose clocks change in spring and autumn. */
export const denverDevices: readonly DemoDevice[] = [
	at({
		name: "Loading dock",
		serialNumber: "AQ-10511",
		model: models.air,
		groups: ["outdoors"],
		uploadMinutes: 12,
		// Late at this interval, and not yet offline.
		reported: { minutesAgo: 20 },
		channels: [airTemperature(14, 5), humidity(44), co2(520, { from: 6, to: 18, rise: 220 }), battery(200)],
	}),
	at({
		name: "Meat room",
		serialNumber: "AQ-10610",
		model: models.coldChain,
		groups: ["coldRooms", "audited"],
		uploadMinutes: 5,
		channels: [coolRoom(1.5), humidity(80, 3), door(0.12), battery(285)],
	}),
	at({
		name: "Freezer vault",
		serialNumber: "AQ-10611",
		model: models.freezer,
		groups: ["coldRooms"],
		uploadMinutes: 10,
		channels: [freezer(-26), door(0.05), battery(170)],
	}),
	at({
		name: "Dock east",
		serialNumber: "AQ-10513",
		model: models.air,
		groups: ["outdoors"],
		uploadMinutes: 15,
		// It reported last a while before the seed: nobody has been there since.
		reported: { minutesAgo: 185 },
		channels: [airTemperature(13, 6), humidity(41, 8), battery(215)],
	}),
	at({
		name: "Yard weather",
		serialNumber: "AQ-30310",
		model: models.air,
		groups: ["outdoors"],
		uploadMinutes: 10,
		historyDays: 366,
		channels: [airTemperature(9, 8, { season: 11 }), humidity(38, 14), pressure(836), battery(140)],
	}),
	at({
		name: "Rain tank",
		serialNumber: "AQ-40110",
		model: models.level,
		groups: ["outdoors", "buildings"],
		uploadMinutes: 15,
		channels: [tankLevel(3.2, 0.7, 9), waterTemperature(11), battery(160)],
	}),
	at({
		name: "Server room",
		serialNumber: "AQ-60110",
		model: models.machine,
		groups: ["buildings"],
		uploadMinutes: 1,
		channels: [
			airTemperature(21.5, 0.5, { cycle: { minutes: 19, swing: 0.7 } }),
			humidity(43, 1.5),
			power(6_200, { minutes: 19, swing: 450 }),
			voltage(27.2),
		],
	}),
	at({
		name: "Truck CO-21",
		serialNumber: "AQ-50021",
		model: models.vehicle,
		groups: ["trucks"],
		uploadMinutes: 1,
		channels: [...vehicle(2.5, 3, { from: 6, to: 17, stopEveryMinutes: 60, stopMinutes: 10 }), signal(-92)],
	}),
	at({
		name: "Truck CO-22",
		serialNumber: "AQ-50022",
		model: models.vehicle,
		groups: ["trucks"],
		uploadMinutes: 3,
		// The mountain road has no signal and its logger no memory.
		outage: { firstMinute: -24 * 24 * 60, minutes: 130, everyDays: 7 },
		channels: [...vehicle(-19, 4.5, { from: 7, to: 18, stopEveryMinutes: 140, stopMinutes: 16 }), signal(-97)],
	}),
];
