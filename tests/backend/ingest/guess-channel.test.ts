import { expect, it } from "vitest";
import { guessChannel } from "../../../backend/ingest/guess-channel";

it.each([
	["temperature", 21.5, "temperature", "°C"],
	["TempC_SHT", 4.2, "temperature", "°C"],
	["air.temperature", 4.2, "temperature", "°C"],
	["temperatureSensor.1", 4.2, "temperature", "°C"],
	["temp2", 4.2, "temperature", "°C"],
	["temp_f", 70, "other", ""],
	["temperatureAlarm", 1, "other", ""],
	["relativeHumidity", 50, "humidity", "%"],
	["Hum_SHT", 50, "humidity", "%"],
	["pressure", 1013, "pressure", "hPa"],
	["pressure_kpa", 101, "other", ""],
	["CO2", 600, "co2", "ppm"],
	["co2_ppm", 600, "co2", "ppm"],
	["battery", 92, "battery", "%"],
	["battery", 3.1, "voltage", "V"],
	["battery", 3250, "other", ""],
	["BatV", 3.1, "voltage", "V"],
	["battery_mv", 90, "other", ""],
	["batteryVoltage", 3.1, "voltage", "V"],
	["Bat_status", 3, "other", ""],
	["signal", -80, "signal", "dBm"],
	["memoryUsed", 64, "memory", "%"],
	["memory_used", 65_536, "other", ""],
	["free_memory", 64, "other", ""],
	["door_open", 1, "door", ""],
	["door_open_count", 1, "door", ""],
	["door", 17, "other", ""],
	["pulseCount", 17, "count", ""],
	["illuminance", 300, "light", "lx"],
	["note", 1, "other", ""],
	["", 1, "other", ""],
])("%s of %s is taken for %s in %j", (name, value, quantity, unit) => {
	expect(guessChannel(name, value)).toEqual({ name, quantity, unit });
});
