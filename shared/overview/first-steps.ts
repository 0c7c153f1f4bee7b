/** Steps of a new account, in order. Derived from its data without the sample. */
export const firstStepNames = ["device", "reading", "contact", "alert", "colleague", "report"] as const;
export type FirstStepName = (typeof firstStepNames)[number];

type SampleState = "none" | "loading" | "loaded" | "removing";

export type FirstSteps = {
	done: Record<FirstStepName, boolean>;
	isHidden: boolean;
	sample: {
		state: SampleState;
		share: number;
		endsAt: Date | null;
	};
};

export const sampleName = "Sample";
