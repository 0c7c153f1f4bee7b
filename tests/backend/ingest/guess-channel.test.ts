import { expect, it } from "vitest";
import { guessChannel, isMeasured } from "../../../backend/ingest/guess-channel";

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
	["pressure", 101_325, "other", ""],
	["water_pressure", 2.5, "other", ""],
	["CO2", 600, "co2", "ppm"],
	["co2_ppm", 600, "co2", "ppm"],
	["battery", 92, "battery", "%"],
	["battery", 3.1, "voltage", "V"],
	["battery", 3250, "other", ""],
	["BatV", 3.1, "voltage", "V"],
	["battery_mv", 90, "other", ""],
	["batteryVoltage", 3.1, "voltage", "V"],
	["batteryVoltage", 48.2, "voltage", "V"],
	["vdd", 3665, "other", ""],
	["voltage", 230, "voltage", "V"],
	["voltage", 3600, "other", ""],
	["humidity", 452, "other", ""],
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
	["ch_temp.1.humidity", 46, "humidity", "%"],
	["ch_temp.1.battery", 4, "voltage", "V"],
	["soil.pressure", 612, "other", ""],
	["vapor_pressure", 612, "other", ""],
	["soilPressure", 612, "other", ""],
	["differential_pressure", 400, "other", ""],
	["tension_pressure", 612, "other", ""],
	["voltage", 744, "other", ""],
	["battery", 0, "other", ""],
	["battery", 1, "other", ""],
	["sensor_id", 20, "other", ""],
	["", 1, "other", ""],
])("matches %s of %s to %s in %j", (name, value, quantity, unit) => {
	expect(guessChannel(name, value)).toEqual({ name, quantity, unit });
});

it.each([
	["abs", 29.04, "inHg", "pressure"],
	["pressure", 101.3, "kPa", "pressure"],
	["vpd", 0.264, "kPa", "other"],
	["WP 30cm", 41, "cbar", "other"],
	["5", 0.264, "kPa", "other"],
	["battery", 0, "%", "battery"],
	["temp_f", 70, "°F", "temperature"],
	["soil_moisture", 0.28, "m³/m³", "other"],
])("matches %s of %d sent in %s to %s", (name, value, unit, quantity) => {
	expect(guessChannel(name, value, unit)).toEqual({ name, quantity, unit });
});

it("makes channels of what is measured, not of what a message says of itself", () => {
	const own = ["device_id", "fwVersion", "fPort", "port", "scalefactor", "serial", "a.id", "txid"];
	expect(own.filter(isMeasured)).toEqual([]);
	const measured = ["temperature", "status", "port_1", "humid", "weight_scale", "version2.temp", "acid"];
	expect(measured.filter((name) => !isMeasured(name))).toEqual([]);
});
