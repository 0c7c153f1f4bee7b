import { PasswordInput, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCircle } from "@tabler/icons-react";
import { checkPassword, type PasswordRule } from "../../../shared/session/password-policy";
import type { PasswordPolicy } from "../../../shared/session/password-setting";
import { t } from "../../words/made/password";
import classes from "./new-password-input.module.css";

type NewPasswordInputProps = {
	label: string;
	policy: PasswordPolicy | null;
	value: string;
	onChange: (password: string) => void;
	error?: string | undefined;
	autoComplete?: "new-password";
	autoFocus?: boolean;
};

export function NewPasswordInput(props: NewPasswordInputProps) {
	const { label, policy, value, onChange, error, autoComplete = "new-password", autoFocus = false } = props;
	return (
		<PasswordInput
			label={label}
			name="new-password"
			size="md"
			autoComplete={autoComplete}
			autoFocus={autoFocus}
			visibilityToggleButtonProps={{ "aria-label": t("show"), tabIndex: 0 }}
			inputWrapperOrder={["label", "input", "error", "description"]}
			description={policy && <Rules policy={policy} password={value} />}
			value={value}
			error={error}
			aria-invalid={error !== undefined || undefined}
			onChange={(event) => onChange(event.currentTarget.value)}
		/>
	);
}

/** Spans, because Mantine's description is a paragraph; as a description they belong to the field. */
function Rules({ policy, password }: { policy: PasswordPolicy; password: string }) {
	return (
		<span className={classes.rules}>
			{checkPassword(policy, password).map(({ rule, isMet }) => (
				<span key={rule} className={classes.rule} data-met={isMet}>
					{isMet ? <IconCheck size={14} stroke={2.6} /> : <IconCircle size={14} stroke={1.6} />}
					<span>
						{wordsForRule(rule, policy)}
						<VisuallyHidden component="span">{isMet ? t("rule.met") : t("rule.notMet")}</VisuallyHidden>
					</span>
				</span>
			))}
		</span>
	);
}

export function wordsForRule(rule: PasswordRule, policy: PasswordPolicy): string {
	return rule === "length" ? t("rule.length", { least: policy.minimumLength }) : t(`rule.${rule}`);
}
