/** What a new account is led to, in this order. Ticked from what is really there; the sample never counts. */
export const firstStepNames = ["device", "reading", "contact", "alert", "colleague", "report"] as const;
export type FirstStepName = (typeof firstStepNames)[number];

type SampleState = "none" | "loading" | "loaded" | "removing";

export type FirstSteps = {
	done: Record<FirstStepName, boolean>;
	/** A user put them away, for all of the account. */
	isHidden: boolean;
	sample: {
		state: SampleState;
		/** Of its history that is stored, 0 to 1. */
		share: number;
		/** Where its history ends; null: there is none. */
		endsAt: Date | null;
	};
};

export const sampleName = "Sample";
