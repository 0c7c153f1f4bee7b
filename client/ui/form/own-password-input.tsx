import { PasswordInput } from "@mantine/core";
import { t } from "../../words/made/common";

type OwnPasswordInputProps = {
	email: string;
	value: string;
	error: string | undefined;
	autoFocus?: boolean;
	isFirst?: boolean;
	onChange: (password: string) => void;
};

/** The hidden address lets a password manager find the user. */
export function OwnPasswordInput({ email, value, error, autoFocus, isFirst, onChange }: OwnPasswordInputProps) {
	return (
		<>
			<input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
			<PasswordInput
				label={t("yourPassword")}
				name="password"
				size="md"
				autoComplete="current-password"
				autoFocus={autoFocus}
				data-autofocus={isFirst || undefined}
				visibilityToggleButtonProps={{ "aria-label": t("yourPassword.show"), tabIndex: 0 }}
				value={value}
				aria-invalid={error !== undefined || undefined}
				error={error}
				onChange={(event) => onChange(event.currentTarget.value)}
			/>
		</>
	);
}
