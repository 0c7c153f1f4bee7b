import { IconCircleCheckFilled, IconCircleDashed } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type FirstStepName, firstStepNames, type FirstSteps as Reply } from "../../../shared/overview/first-steps";
import { sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { firstSteps } from "../../api/queries";
import { trpc, trpcClient } from "../../api/trpc";
import { SubtleButton } from "../../ui/form/buttons";
import { PlainLink } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { ButtonLink } from "../../ui/layout/link";
import { t } from "../../words/made/dashboard";
import classes from "./first-steps.module.css";
import { SampleRow } from "./sample-row";

type FirstStepsProps = { steps: Reply; canAdd: boolean; onHide: () => void };

const buttons: Record<FirstStepName, ReactNode> = {
	device: (
		<ButtonLink to="/devices" search={{ add: "yes" }}>
			{t("addDevice")}
		</ButtonLink>
	),
	reading: <PlainLink to="/devices">{t("devices")}</PlainLink>,
	contact: <PlainLink to="/accounts/contacts/">{t("contacts")}</PlainLink>,
	alert: <PlainLink to="/alerts/">{t("alerts")}</PlainLink>,
	colleague: <PlainLink to="/accounts/users/new">{t("invite")}</PlainLink>,
	report: <PlainLink to="/reports/">{t("reports")}</PlainLink>,
};

export function FirstSteps({ steps: { done, isHidden, sample }, canAdd, onHide }: FirstStepsProps) {
	const run = useStepsRun();
	const doneCount = firstStepNames.filter((name) => done[name]).length;
	const hide = async () => {
		if (!isHidden) await run(() => trpcClient.firstSteps.hideFirstSteps.mutate({ isHidden: true }));
		onHide();
	};
	return (
		<Card
			title={t("steps")}
			className={classes.card}
			note={<span className={classes.count}>{t("steps.done", { done: doneCount, all: firstStepNames.length })}</span>}
			action={
				canAdd && (
					<SubtleButton size="compact-xs" onClick={() => void hide()}>
						{t("hide")}
					</SubtleButton>
				)
			}
		>
			<ol className={classes.steps}>
				{firstStepNames.map((name) => {
					const text = name === "device" && !canAdd ? "step.device.byOthers" : (`step.${name}.text` as const);
					return (
						<Step key={name} isDone={done[name]} title={t(`step.${name}`)} text={t(text)}>
							{isOpen(name, done, canAdd) && buttons[name]}
						</Step>
					);
				})}
			</ol>
			{canAdd && <SampleRow sample={sample} onRun={run} />}
		</Card>
	);
}

/** A reading needs a device first. Without `canAdd`, the steps for devices and colleagues stay closed. */
function isOpen(name: FirstStepName, done: Reply["done"], canAdd: boolean): boolean {
	if (done[name]) return false;
	if (name === "reading") return done.device;
	return canAdd || (name !== "device" && name !== "colleague");
}

const pendingEveryMs = 1_500;

/** Runs an action and refetches the changed data; follows the sample while it loads or is removed. */
function useStepsRun(): (run: () => Promise<unknown>) => Promise<void> {
	const queryClient = useQueryClient();
	useQuery({
		...firstSteps(),
		refetchInterval: ({ state: { data } }) => {
			const state = data?.sample.state;
			return state === "loading" || state === "removing" ? pendingEveryMs : false;
		},
	});
	return async (run) => {
		try {
			await run();
		} catch (error) {
			reportQueryFailure(error, true);
			const { toast } = await import("sonner");
			toast.error(sentenceFor(error));
		}
		const routers = [trpc.firstSteps, trpc.device, trpc.group, trpc.alert, trpc.billing];
		await Promise.all(routers.map((router) => queryClient.invalidateQueries(router.pathFilter())));
	};
}

type StepProps = { isDone: boolean; title: string; text: string; children?: ReactNode };

function Step({ isDone, title, text, children }: StepProps) {
	const Icon = isDone ? IconCircleCheckFilled : IconCircleDashed;
	return (
		<li className={classes.step} data-done={isDone || undefined}>
			<Icon size={24} aria-label={isDone ? t("step.isDone") : t("step.isToDo")} />
			<div className={classes.words}>
				<b>{title}</b>
				<p>{text}</p>
			</div>
			{children}
		</li>
	);
}
