import { Button } from "@mantine/core";
import { IconCircleCheckFilled, IconCircleDashed } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type FirstStepName, firstStepNames, type FirstSteps as Reply } from "../../../shared/overview/first-steps";
import { sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { firstSteps } from "../../api/queries";
import { trpc, trpcClient } from "../../api/trpc";
import { Card } from "../../ui/layout/card";
import { ButtonLink } from "../../ui/layout/link";
import classes from "./first-steps.module.css";
import { SampleRow } from "./sample-row";

type FirstStepsProps = { steps: Reply; canAdd: boolean; onHide: () => void };

const texts: Record<FirstStepName, { title: string; text: string }> = {
	device: {
		title: "Add your first device",
		text: "Give it a name and its channels. You get the key it sends readings with.",
	},
	reading: {
		title: "See its first reading",
		text: "The device posts over HTTPS with its key. Completes automatically when a reading arrives.",
	},
	contact: {
		title: "Verify a contact",
		text: "Someone with a verified e-mail address or phone number who gets alerts and reports.",
	},
	alert: {
		title: "Test an alert",
		text: "Send the test of a rule, or let it fire once. Completes when a test is sent or an alert fires.",
	},
	colleague: {
		title: "Invite a colleague",
		text: "Each person has their own sign-in, with the role and groups you choose.",
	},
	report: {
		title: "Run a report",
		text: "A file of your readings, made once or on a schedule.",
	},
};

const buttons: Record<FirstStepName, ReactNode> = {
	device: (
		<ButtonLink to="/devices" search={{ add: "yes" }}>
			Add device
		</ButtonLink>
	),
	reading: (
		<ButtonLink to="/devices" variant="default">
			Devices
		</ButtonLink>
	),
	contact: (
		<ButtonLink to="/accounts/contacts/" variant="default">
			Contacts
		</ButtonLink>
	),
	alert: (
		<ButtonLink to="/alerts/" variant="default">
			Alerts
		</ButtonLink>
	),
	colleague: (
		<ButtonLink to="/accounts/users/new" variant="default">
			Invite
		</ButtonLink>
	),
	report: (
		<ButtonLink to="/reports/" variant="default">
			Reports
		</ButtonLink>
	),
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
			title="First steps"
			className={classes.card}
			note={
				<span className={classes.count}>
					{doneCount} of {firstStepNames.length} done
				</span>
			}
			action={
				canAdd && (
					<Button variant="subtle" size="compact-xs" onClick={() => void hide()}>
						Hide
					</Button>
				)
			}
		>
			<ol className={classes.steps}>
				{firstStepNames.map((name) => {
					const { title, text } = texts[name];
					const isOthers = name === "device" && !canAdd;
					return (
						<Step
							key={name}
							isDone={done[name]}
							title={title}
							text={isOthers ? "An owner or admin of your account can add it." : text}
						>
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

/** Runs an action and refetches what it changes; follows the sample while it loads or is removed. */
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
			<Icon size={24} aria-label={isDone ? "Done:" : "To do:"} />
			<div className={classes.words}>
				<b>{title}</b>
				<p>{text}</p>
			</div>
			{children}
		</li>
	);
}
