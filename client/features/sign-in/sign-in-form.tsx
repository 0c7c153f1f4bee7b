import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { authApi, type Credentials } from "../../api/auth-api";
import { useAuthConfig } from "../../api/auth-config";
import { session } from "../../api/session";
import { readEmailInLink } from "./email-in-link";
import { nextPath } from "./next-path";
import classes from "./sign-in-form.module.css";
import { wordsAfterSignIn } from "./sign-in-words";

const missing: Credentials = { email: "Enter your e-mail address.", password: "Enter your password." };

type SignInFormProps = { email?: string; next?: string };

/** Two fields kept by hand: the kit's form code would be a sixth of what this first screen loads. */
export function SignInForm({ email, next }: SignInFormProps) {
	const router = useRouter();
	const link = readEmailInLink(email);
	const isEmailKnown = link.state === "valid";
	const [typed, setTyped] = useState<Credentials>({ email: isEmailKnown ? link.email : "", password: "" });
	const [fieldErrors, setFieldErrors] = useState<Partial<Credentials>>({});
	const [failure, setFailure] = useState<string | null>(null);
	const [isSending, setIsSending] = useState(false);
	const emailInput = useRef<HTMLInputElement>(null);
	const passwordInput = useRef<HTMLInputElement>(null);

	const type = (change: Partial<Credentials>) => {
		setTyped({ ...typed, ...change });
		setFieldErrors({});
	};

	const submit = async (event: FormEvent) => {
		event.preventDefault();
		if (isSending) return;
		setFailure(null);
		const address = typed.email.trim();
		if (address === "" || typed.password === "") {
			setFieldErrors({
				...(address === "" && { email: missing.email }),
				...(typed.password === "" && { password: missing.password }),
			});
			return (address === "" ? emailInput : passwordInput).current?.focus();
		}
		setIsSending(true);
		const words = wordsAfterSignIn(await authApi.signIn({ email: address, password: typed.password }));
		if (words === null) {
			session.forget();
			return router.history.push(nextPath(next, window.location.origin));
		}
		setIsSending(false);
		setFailure(words);
	};

	return (
		<form className={classes.form} noValidate onSubmit={submit}>
			{link.state === "invalid" && (
				<div className={classes.linkNote} role="status">
					The link that brought you here holds no valid e-mail address. Type yours below.
				</div>
			)}
			<TextInput
				ref={emailInput}
				label="E-mail"
				type="email"
				name="email"
				size="md"
				autoComplete="username"
				autoCapitalize="none"
				spellCheck={false}
				autoFocus={!isEmailKnown}
				value={typed.email}
				error={fieldErrors.email}
				onChange={(event) => type({ email: event.currentTarget.value })}
			/>
			<PasswordInput
				ref={passwordInput}
				label="Password"
				name="password"
				size="md"
				autoComplete="current-password"
				autoFocus={isEmailKnown}
				visibilityToggleButtonProps={{ "aria-label": "Show password", tabIndex: 0 }}
				value={typed.password}
				error={fieldErrors.password}
				onChange={(event) => type({ password: event.currentTarget.value })}
			/>
			<div role="alert" className={classes.failureBox}>
				{failure && (
					<div ref={takeFocus} tabIndex={-1} className={classes.failure}>
						{failure}
					</div>
				)}
			</div>
			<Button type="submit" size="md" fullWidth loading={isSending}>
				Sign in
			</Button>
			<DemoHint onFill={type} />
		</form>
	);
}

function takeFocus(node: HTMLElement | null): void {
	node?.focus();
}

/** Local runs only: the Worker sends the demo sign-in nowhere else. */
function DemoHint({ onFill }: { onFill: (demo: Credentials) => void }) {
	const demo = useAuthConfig()?.demo;
	if (!demo) return null;
	return (
		<div className={classes.hint}>
			<span>
				<b>Local run.</b> {demo.email} · {demo.password}
			</span>
			<button type="button" onClick={() => onFill(demo)}>
				Fill in
			</button>
		</div>
	);
}
