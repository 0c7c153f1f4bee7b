import { wait } from "./person.mjs";

const retryEveryMs = 500;
const deadlineMs = 20_000;
const warmLimit = 8;
/** No wait takes longer, or the run would end without a verdict. */
const longestWaitMs = 120_000;

/** A wave of its own for each logger, with regular runs of readings above the alert rule's limit. */
export function sentValue({ seed, isWarm, warmFor = 5 }, index) {
	const isExcursion = isWarm && index % 30 >= 25 - warmFor && index % 30 < 25;
	const wave = Math.round(Math.sin((index + seed * 13) / 9) * 100) / 100;
	return isExcursion ? 9 + seed / 100 : 4 + wave;
}

/**
 * A logger that stores unacknowledged readings and sends them again, as docs/devices.md requires. A reading is a function of its
 * number; `acknowledged` of them are stored. `warmFor`: how many of 30 readings are above the limit.
 */
export function createLogger({ origin, device, key, seed, isWarm, warmFor = 5, firstAt, stepMs }) {
	const logger = { device, seed, isWarm, warmFor, firstAt, stepMs, acknowledged: 0, repeated: 0, refused: [] };

	async function send(readings) {
		try {
			const response = await fetch(`${origin}/api/ingest/v1/readings`, {
				method: "POST",
				headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
				body: JSON.stringify({ readings }),
				signal: AbortSignal.timeout(deadlineMs),
			});
			const retryAfterMs = Number(response.headers.get("retry-after") ?? 0) * 1_000;
			return { status: response.status, text: await response.text(), retryAfterMs };
		} catch {
			return null;
		}
	}

	/** Ms until the next attempt. Throws where an attempt changes nothing: a fault of the run or the product. */
	function waitAfter(result) {
		if (result === null) return retryEveryMs;
		const { status, text, retryAfterMs } = result;
		const isPassing = status === 429 || status >= 500;
		if (!isPassing || retryAfterMs > longestWaitMs) {
			throw new Error(`${device.name} was answered ${status}: ${text.slice(0, 300)}`);
		}
		return Math.max(retryEveryMs, retryAfterMs);
	}

	async function upload(count, isRunning) {
		const first = logger.acknowledged;
		const readings = Array.from({ length: count }, (_, offset) => {
			const index = first + offset;
			return { channel: "Temperature", at: firstAt + index * stepMs, value: sentValue(logger, index) };
		});
		for (let tries = 0; ; tries += 1) {
			const result = await send(readings);
			if (result?.status === 200) {
				if (tries > 0) logger.repeated += 1;
				logger.refused.push(...JSON.parse(result.text).rejected);
				logger.acknowledged += count;
				return;
			}
			if (!isRunning()) throw new Error(`${device.name} could not send`);
			await wait(waitAfter(result));
		}
	}

	return Object.assign(logger, { upload });
}

/** The times at which "above 8 °C" holds for the sent readings. `endedAt` null: it still holds. */
export function expectedEvents(logger) {
	const events = [];
	let open = null;
	for (let index = 0; index < logger.acknowledged; index += 1) {
		const at = logger.firstAt + index * logger.stepMs;
		const isWarm = sentValue(logger, index) > warmLimit;
		if (isWarm && open === null) {
			open = { deviceId: logger.device.id, startedAt: at, endedAt: null };
			events.push(open);
		} else if (!isWarm && open !== null) {
			open.endedAt = at;
			open = null;
		}
	}
	return events;
}
