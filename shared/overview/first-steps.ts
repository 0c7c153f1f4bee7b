/** Steps of a new account, in order. Derived from its data without the sample. */
export const firstStepNames = ["device", "reading", "contact", "alert", "colleague", "report"] as const;
export type FirstStepName = (typeof firstStepNames)[number];

type SampleState = "none" | "loading" | "loaded" | "removing";

export type FirstSteps = {
	done: Record<FirstStepName, boolean>;
	/** Hidden for the whole account. */
	isHidden: boolean;
	sample: {
		state: SampleState;
		/** Stored share of its history, 0 to 1. */
		share: number;
		/** Null: no history. */
		endsAt: Date | null;
	};
};

export const sampleName = "Sample";
