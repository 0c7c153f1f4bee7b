import type { BrowserContext } from "playwright-core";
import { hourMs } from "../../../shared/base/durations";
import { calibrationStepMs } from "../../../shared/device/calibration";
import { call } from "../device-fleet";
import { addLogger, type Logger, send } from "../device-logger";
import { minuteMs } from "./log-screen";

type Watched = Logger & {
	at: number;
	address: (more?: string) => string;
};

type Whole = { version: number; channels: { id: string; name: string }[] };

/**
 * A logger with everything that the log can say of a reading. Limits 2 to 8 °C; calibrated by +1 °C since two hours ago. It sent 5.1
 * °C with 61 %, 9.5 °C with 62 %, ten times 7.0 °C after a gap, and before that 2.5 °C, late. It has a note.
 */
export async function addWatched(context: BrowserContext, name: string): Promise<Watched> {
	const logger = await addLogger(context, name);
	const at = Date.now() - 1_000;
	const { version, channels } = await call<Whole>(context, "device.getDevice", { deviceId: logger.id }, true);
	const isTemperature = ({ name: called }: { name: string }) => called === "Temperature";
	const limited = channels.map((channel) => (isTemperature(channel) ? { ...channel, min: 2, max: 8 } : channel));
	await call(context, "device.updateDevice", { deviceId: logger.id, version, channels: limited });
	await call(context, "device.setCalibration", {
		channelId: channels.find(isTemperature)?.id,
		from: Math.floor((at - 2 * hourMs) / calibrationStepMs) * calibrationStepMs,
		scale: 1,
		offset: 1,
		seen: [],
	});
	const reading = (channel: string, ago: number, value: number) => ({ channel, at: at - ago, value });
	await send(logger, [
		reading("Temperature", 0, 4.125),
		reading("Humidity", 0, 61),
		reading("Temperature", minuteMs, 8.5),
		reading("Humidity", minuteMs, 62),
		...Array.from({ length: 10 }, (_, index) => reading("Temperature", (index + 3) * minuteMs, 6)),
		reading("Temperature", 4 * hourMs, 2.5),
	]);
	await call(context, "log.addNote", { deviceId: logger.id, at: at - 2 * minuteMs, text: "Door seal renewed" });
	const span = `from=${at - 5 * hourMs}&to=${at + 5 * hourMs}`;
	return { ...logger, at, address: (more = "") => `/log/?device=${logger.id}&${span}${more}` };
}
