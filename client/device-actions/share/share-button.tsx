import type { ButtonProps } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import type { PublicTarget } from "../../../shared/account/public-link";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { PlainButton } from "../../ui/form/buttons";

const ShareDialog = lazy(async () => ({ default: (await import("./share-dialog")).ShareDialog }));

type ShareButtonProps = { target: PublicTarget; label: string; size?: ButtonProps["size"] };

export function ShareButton({ target, label, size = "compact-sm" }: ShareButtonProps) {
	const [isOpen, setIsOpen] = useState(false);
	const isWanted = useIsWanted(isOpen);
	return (
		<>
			<PlainButton size={size} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
				{label}
			</PlainButton>
			{isWanted && (
				<Suspense>
					<ShareDialog target={target} isOpen={isOpen} onClose={() => setIsOpen(false)} />
				</Suspense>
			)}
		</>
	);
}
