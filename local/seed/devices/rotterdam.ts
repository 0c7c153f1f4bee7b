import {
	airTemperature,
	battery,
	co2,
	coolRoom,
	door,
	freezer,
	humidity,
	pressure,
	signal,
	tideLevel,
	vehicle,
	voltage,
	waterTemperature,
} from "../demo-channels";
import { type DemoDevice, deviceAt, models } from "../demo-device";

const at = deviceAt({ site: "Rotterdam", timezoneOffset: 60, timeZoneRule: 2 });

/** Fruit, flowers and fish on the quay. */
export const rotterdamDevices: readonly DemoDevice[] = [
	at({
		name: "Ripening room",
		serialNumber: "AQ-30410",
		model: models.air,
		groups: ["buildings"],
		uploadMinutes: 5,
		channels: [
			airTemperature(16.5, 0.4, { cycle: { minutes: 40, swing: 0.5 } }),
			humidity(91, 1.5),
			co2(900, { from: 6, to: 14, rise: 350 }),
			battery(165),
		],
	}),
	at({
		name: "Flower store",
		serialNumber: "AQ-10710",
		model: models.coldChain,
		groups: ["coldRooms"],
		uploadMinutes: 10,
		channels: [coolRoom(6.2), humidity(82, 3), door(0.2, { from: 3, to: 11 }), battery(255)],
	}),
	at({
		name: "Cheese cellar",
		serialNumber: "AQ-10711",
		model: models.coldChain,
		groups: ["coldRooms", "audited"],
		uploadMinutes: 15,
		historyDays: 366,
		channels: [coolRoom(11, { noise: 0.08, daily: 0.1 }), humidity(85, 1.5), battery(330)],
	}),
	at({
		name: "Quay freezer",
		serialNumber: "AQ-10720",
		model: models.freezer,
		groups: ["coldRooms"],
		uploadMinutes: 5,
		// Set manually in spring and slow ever since.
		clockBehindMinutes: 7,
		channels: [freezer(-25), door(0.1), battery(195)],
	}),
	at({
		name: "Reefer 7",
		serialNumber: "AQ-50707",
		model: models.vehicle,
		groups: ["trucks"],
		uploadMinutes: 10,
		channels: [freezer(-18, { defrost: { everyHours: 6, minutes: 25, rise: 4 } }), voltage(24.4), signal(-95)],
	}),
	at({
		name: "Tide gauge",
		serialNumber: "AQ-40310",
		model: models.level,
		timeZoneRule: 0,
		groups: ["outdoors"],
		uploadMinutes: 15,
		historyDays: 366,
		channels: [tideLevel(2.4, 1.1), waterTemperature(11), pressure(1_013), battery(135)],
	}),
	at({
		name: "Cold store Maas",
		serialNumber: "AQ-10730",
		model: models.coldChain,
		groups: ["coldRooms"],
		uploadMinutes: 10,
		// Delivered, and still in its box.
		reported: "never",
		channels: [coolRoom(3), humidity(75), door(0.1), battery(300)],
	}),
	at({
		name: "Truck NL-51",
		serialNumber: "AQ-50051",
		model: models.vehicle,
		groups: ["trucks"],
		uploadMinutes: 1,
		channels: [...vehicle(5, 2.8, { from: 4, to: 13, stopEveryMinutes: 55, stopMinutes: 12 }), signal(-79)],
	}),
];
