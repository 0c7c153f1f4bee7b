import type { PayloadRecipe } from "./payload-recipe";

/**
 * `page` documents the sender's messages, as found on `readOn`. The fields are the sender's; decoded values are our own.
 * Product names are the same in every language.
 */
export type ReadyRecipe = { name: string; page: string; readOn: string; message: unknown; recipe: PayloadRecipe };

const helium: ReadyRecipe = {
	name: "Helium",
	page: "https://docs.helium.com/console/integrations/json-schema",
	readOn: "2026-11-29",
	message: {
		app_eui: "6948A4B59F4666AD",
		dev_eui: "1C29FBD1D2084E21",
		devaddr: "B5A44869",
		fcnt: 19,
		hotspots: [
			{
				frequency: 912.2999877929688,
				id: "11KHJW1ePkfhLYptMwKyDzn4opLc62daahbi35uxhH3wwi7p6xr",
				name: "icy-fiery-hippo",
				reported_at: 1_586_868_546_123,
				rssi: -54,
				snr: 9.800000190734863,
				spreading: "SF9BW125",
				status: "success",
			},
		],
		id: "7c523974-4ce7-4a92-948b-55171a6e4d77",
		decoded: { payload: { temperature: 4.6, humidity: 61, battery: 3.58 }, status: "success" },
		name: "Cold store",
		payload: "SGVsbG8sIHdvcmxkIQ==",
		port: 1,
		reported_at: 1_586_868_546_123,
	},
	recipe: {
		device: { path: "dev_eui" },
		time: { path: "reported_at", form: "milliseconds" },
		values: [
			{ path: "decoded.payload.temperature", channel: "Temperature", unit: "°C" },
			{ path: "decoded.payload.humidity", channel: "Humidity", unit: "%" },
			{ path: "decoded.payload.battery", channel: "Battery", unit: "V" },
			{ path: "hotspots[0].rssi", channel: "Signal", unit: "dBm" },
		],
	},
};

const actility: ReadyRecipe = {
	name: "Actility ThingPark",
	page: "https://docs.thingpark.com/thingpark-x/latest/Message/uplink-message",
	readOn: "2026-11-29",
	message: {
		DevEUI_uplink: {
			Time: "2024-12-17T09:16:55.911+00:00",
			DevEUI: "0018B20000000BEE",
			FPort: 1,
			FCntUp: 368,
			payload_hex: "9e184856043000211770baae0bc9",
			LrrRSSI: -84,
			LrrSNR: 9.75,
			Lrrs: { Lrr: [{ Lrrid: "10001273", Chain: 0, LrrRSSI: -84, LrrSNR: 9.75, LrrESP: -84.437256 }] },
			CustomerData: { name: "Field tester" },
			payload: { triggeredByPushbutton: false, temperature: 24, batteryVoltage: 3017 },
			points: {
				temperature: { unitId: "Cel", record: 24 },
				batteryVoltage: { unitId: "mV", record: 3017 },
				batteryLevel: { unitId: "%", record: 81.54 },
			},
		},
	},
	recipe: {
		device: { path: "DevEUI_uplink.DevEUI" },
		time: { path: "DevEUI_uplink.Time", form: "iso" },
		values: [
			{ path: "DevEUI_uplink.points.temperature.record", channel: "Temperature", unit: "°C" },
			{ path: "DevEUI_uplink.points.batteryLevel.record", channel: "Battery", unit: "%" },
			{ path: "DevEUI_uplink.LrrRSSI", channel: "Signal", unit: "dBm" },
		],
	},
};

const milesight: ReadyRecipe = {
	name: "Milesight",
	page: "https://www.milesight.com/development-platform/docs/en/api-reference/event-device-data.html",
	readOn: "2026-11-29",
	message: {
		eventID: "6167cb40-8e5e-4d53-904f-968928e488a6",
		eventCreatedTime: "1742872448",
		eventVersion: "1.0",
		eventType: "DEVICE_DATA",
		data: {
			deviceProfile: {
				deviceId: "1904371063669395457",
				sn: "6707E04610160001",
				devEUI: "24D124707E040001",
				name: "Demo_device",
				model: "AM319-HCHO-IR",
			},
			type: "PROPERTY",
			tslID: "",
			payload: { temperature: 22.7, humidity: 41.5, co2: 612 },
		},
	},
	recipe: {
		device: { path: "data.deviceProfile.devEUI" },
		time: { path: "eventCreatedTime", form: "seconds" },
		values: [
			{ path: "data.payload.temperature", channel: "Temperature", unit: "°C" },
			{ path: "data.payload.humidity", channel: "Humidity", unit: "%" },
			{ path: "data.payload.co2", channel: "CO₂", unit: "ppm" },
		],
	},
};

const blues: ReadyRecipe = {
	name: "Blues Notehub",
	page: "https://dev.blues.io/notehub/notehub-walkthrough/",
	readOn: "2026-11-29",
	message: {
		event: "0bcb3d75-3d5c-8f4a-8a9c-57a7a5a0a9b1",
		session: "5a5d44f3-9f0a-4e5a-9a1b-0f2f0f0a7c11",
		best_id: "cold-store-1",
		device: "dev:864475040000001",
		sn: "cold-store-1",
		product: "product:com.example.you:monitor",
		received: 1_656_010_618.407,
		req: "note.add",
		when: 1_656_010_612,
		file: "data.qo",
		body: { temperature: 3.9, humidity: 58.2, voltage: 4.81 },
	},
	recipe: {
		device: { path: "device" },
		time: { path: "when", form: "seconds" },
		values: [
			{ path: "body.temperature", channel: "Temperature", unit: "°C" },
			{ path: "body.humidity", channel: "Humidity", unit: "%" },
			{ path: "body.voltage", channel: "Battery", unit: "V" },
		],
	},
};

export const readyRecipes: readonly ReadyRecipe[] = [helium, actility, milesight, blues];
