import { Button } from "@mantine/core";
import { useState } from "react";
import type { MfaMethod, Profile } from "../../../shared/session";
import { secondStepNames } from "../../entities/labels";
import { StatusChip } from "../../ui/feedback/status-chip";
import { ButtonRow } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import { Rows } from "../../ui/layout/rows";
import { AuthenticatorSetup } from "./authenticator-setup";
import { PreferenceForm } from "./preference-form";
import classes from "./profile.module.css";

type Task = { kind: "set-up" } | { kind: "prefer"; method: MfaMethod | null } | null;

/** Two-step sign-in: whether it is on and by which way, and the one change under way. */
export function SecondStepCard({ profile }: { profile: Profile }) {
	const [task, setTask] = useState<Task>(null);
	const { methods, preferred } = profile.mfa;
	const hasAuthenticator = methods.includes("SOFTWARE_TOKEN_MFA");
	const end = () => setTask(null);
	const state = preferred === null ? <StatusChip tone="off">Off</StatusChip> : <StatusChip tone="ok">On</StatusChip>;

	return (
		<Card title="Two-step sign-in" action={state}>
			{methods.length > 0 && (
				<Rows
					rows={methods.map((method) => ({
						key: method,
						name: secondStepNames[method],
						under: method === preferred ? "Asked for when you sign in" : "Set up, not asked for",
						end: method !== preferred && (
							<Button variant="default" size="compact-md" onClick={() => setTask({ kind: "prefer", method })}>
								Use this
							</Button>
						),
					}))}
				/>
			)}
			<div className={methods.length > 0 ? classes.part : undefined}>
				<div className={classes.form}>
					{task === null && (
						<>
							<p className={classes.lead}>
								{preferred === null
									? "Signing in asks for your password only. With a second step, a stolen password is not enough."
									: "Signing in asks for your password, and then for a code."}
							</p>
							<ButtonRow>
								{preferred !== null && (
									<Button variant="default" onClick={() => setTask({ kind: "prefer", method: null })}>
										Switch off
									</Button>
								)}
								<Button variant={preferred === null ? "filled" : "default"} onClick={() => setTask({ kind: "set-up" })}>
									{hasAuthenticator ? "Set up another app" : "Set up an authenticator app"}
								</Button>
							</ButtonRow>
						</>
					)}
					{task?.kind === "set-up" && (
						<AuthenticatorSetup email={profile.email} replaces={hasAuthenticator} onEnd={end} />
					)}
					{task?.kind === "prefer" && <PreferenceForm email={profile.email} preferred={task.method} onEnd={end} />}
				</div>
			</div>
		</Card>
	);
}
