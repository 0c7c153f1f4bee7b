import { PasswordInput } from "@mantine/core";

type OwnPasswordInputProps = {
	email: string;
	value: string;
	error: string | undefined;
	autoFocus?: boolean;
	/** Takes the focus of the dialog that opens with it. */
	isFirst?: boolean;
	onChange: (password: string) => void;
};

/** Of who is signed in, whom a password manager finds by their address. */
export function OwnPasswordInput({ email, value, error, autoFocus, isFirst, onChange }: OwnPasswordInputProps) {
	return (
		<>
			<input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
			<PasswordInput
				label="Your password"
				name="password"
				size="md"
				autoComplete="current-password"
				autoFocus={autoFocus}
				data-autofocus={isFirst || undefined}
				visibilityToggleButtonProps={{ "aria-label": "Show your password", tabIndex: 0 }}
				value={value}
				aria-invalid={error !== undefined || undefined}
				error={error}
				onChange={(event) => onChange(event.currentTarget.value)}
			/>
		</>
	);
}
