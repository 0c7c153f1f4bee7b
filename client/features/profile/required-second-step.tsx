import { Button } from "@mantine/core";
import { useState } from "react";
import type { Profile } from "../../../shared/session/session";
import { t } from "../../words/made/profile";
import classes from "./profile.module.css";
import { AuthenticatorSetup, PreferenceForm } from "./second-step-card";

type RequiredSecondStepProps = { profile: Profile; onDone: () => void };

/** The account stays closed until the second step is set up. */
export function RequiredSecondStep({ profile, onDone }: RequiredSecondStepProps) {
	const [isBegun, setIsBegun] = useState(false);
	const { methods, preferred } = profile.mfa;
	const [known] = methods;
	const end = (isChanged: boolean) => {
		setIsBegun(false);
		if (isChanged) onDone();
	};
	return (
		<div className={classes.required}>
			{preferred !== null ? (
				<Button onClick={onDone}>{t("continue")}</Button>
			) : !isBegun ? (
				<Button onClick={() => setIsBegun(true)}>
					{known === undefined ? t("setUpAnAuthenticatorApp") : t("switchItOn")}
				</Button>
			) : known === undefined ? (
				<AuthenticatorSetup email={profile.email} replaces={false} onEnd={end} />
			) : (
				<PreferenceForm email={profile.email} preferred={known} onEnd={end} />
			)}
		</div>
	);
}
