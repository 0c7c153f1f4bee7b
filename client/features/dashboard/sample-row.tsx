import { Button } from "@mantine/core";
import { IconFlask } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { FirstSteps } from "../../../shared/overview/first-steps";
import { trpcClient } from "../../api/trpc";
import { formatDate } from "../../ui/time/time-display";
import classes from "./first-steps.module.css";

const RemoveSampleDialog = lazy(async () => ({ default: (await import("./remove-sample-dialog")).RemoveSampleDialog }));

type SampleRowProps = { sample: FirstSteps["sample"]; onRun: (run: () => Promise<unknown>) => Promise<void> };

export function SampleRow({ sample, onRun }: SampleRowProps) {
	const [isBusy, setIsBusy] = useState(false);
	const [isAsking, setIsAsking] = useState(false);
	const run = async (run: () => Promise<unknown>) => {
		setIsBusy(true);
		await onRun(run);
		setIsBusy(false);
	};
	const { state, share, endsAt } = sample;
	return (
		<div className={classes.sample}>
			<IconFlask size={24} stroke={1.7} aria-hidden="true" />
			<div className={classes.words} role="status">
				<b>Sample fleet</b>
				<p>{sampleText({ state, share, endsAt })}</p>
			</div>
			{buttonOf()}
			<Suspense>
				{isAsking && (
					<RemoveSampleDialog
						run={() => run(() => trpcClient.firstSteps.removeSample.mutate())}
						onClose={() => setIsAsking(false)}
					/>
				)}
			</Suspense>
		</div>
	);

	function buttonOf(): ReactNode {
		if (state === "removing") return null;
		return state === "none" ? (
			<Button
				variant="default"
				loading={isBusy}
				onClick={() => void run(() => trpcClient.firstSteps.loadSample.mutate())}
			>
				Load sample
			</Button>
		) : (
			<Button variant="default" loading={isBusy} onClick={() => setIsAsking(true)}>
				Remove sample
			</Button>
		);
	}
}

export function sampleText({ state, share, endsAt }: FirstSteps["sample"]): string {
	switch (state) {
		case "none":
			return "Six made-up devices with a month of readings, to look around with. They send no messages and can be removed at any time.";
		case "loading":
			return `Its history is being stored: ${Math.floor(share * 100)} %.`;
		case "loaded":
			return `Made up, up to ${endsAt === null ? "now" : formatDate(endsAt)}: no device sends it, and no one is notified. It counts as stored readings until it is removed.`;
		case "removing":
			return "It is being removed, with all its readings and events.";
	}
}
