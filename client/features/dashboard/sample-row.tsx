import { IconFlask } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { FirstSteps } from "../../../shared/overview/first-steps";
import { trpcClient } from "../../api/trpc";
import { PlainButton } from "../../ui/form/buttons";
import { formatDate } from "../../ui/time/time-display";
import { t } from "../../words/made/dashboard";
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
				<b>{t("sample")}</b>
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
			<PlainButton loading={isBusy} onClick={() => void run(() => trpcClient.firstSteps.loadSample.mutate())}>
				{t("sample.load")}
			</PlainButton>
		) : (
			<PlainButton loading={isBusy} onClick={() => setIsAsking(true)}>
				{t("sample.remove")}
			</PlainButton>
		);
	}
}

export function sampleText({ state, share, endsAt }: FirstSteps["sample"]): string {
	switch (state) {
		case "none":
			return t("sample.none");
		case "loading":
			return t("sample.loading", { percent: Math.floor(share * 100) });
		case "loaded":
			return endsAt === null ? t("sample.loaded.now") : t("sample.loaded", { end: formatDate(endsAt) });
		case "removing":
			return t("sample.removing");
	}
}
