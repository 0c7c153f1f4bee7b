/**
 * How far a reading can be relied on, in one word. Only what the product knows of a reading makes one: a device says
 * nothing of its own readings, and a channel does not know the range of its sensor.
 */
export type ReadingQuality = "ok" | "late";

type JudgedReading = {
	/** Epoch ms. */
	at: number;
	receivedAt: number;
	/** Of its device; absent: nothing is known of it, and nothing of it is late. */
	lateAfterMs: number | undefined;
};

type Judgement = { quality: ReadingQuality; isOf: (reading: JudgedReading) => boolean };

/** The first that is of a reading is its quality. */
const judgements: readonly Judgement[] = [
	{
		quality: "late",
		isOf: ({ at, receivedAt, lateAfterMs = Number.POSITIVE_INFINITY }) => receivedAt - at > lateAfterMs,
	},
];

export function readingQuality(reading: JudgedReading): ReadingQuality {
	return judgements.find(({ isOf }) => isOf(reading))?.quality ?? "ok";
}
