import { IconCircleCheckFilled, IconCircleDashed } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { DeviceListRow } from "../../../shared/device";
import { Card } from "../../ui/card";
import { ButtonLink } from "../../ui/link";
import classes from "./first-steps.module.css";

type FirstStepsProps = { rows: DeviceListRow[]; canAdd: boolean };

/** What is left to do in a new account, ticked from what is really there. */
export function FirstSteps({ rows, canAdd }: FirstStepsProps) {
	const hasDevice = rows.length > 0;
	return (
		<Card title="First steps" className={classes.card}>
			<ol className={classes.steps}>
				<Step isDone title="Create your account" text="Done: you are looking at it." />
				<Step
					isDone={hasDevice}
					title="Add your first device"
					text={
						canAdd
							? "Give it a name and its channels. You get the key it sends readings with."
							: "An owner or admin of your account can add it."
					}
				>
					{!hasDevice && canAdd && (
						<ButtonLink to="/devices" search={{ add: "yes" }}>
							Add device
						</ButtonLink>
					)}
				</Step>
				<Step
					isDone={rows.some((row) => row.lastReadingAt !== null)}
					title="See its first reading"
					text="The device posts over HTTPS with its key. This step ticks itself when a reading arrives."
				/>
			</ol>
		</Card>
	);
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
