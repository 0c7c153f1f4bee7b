import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { signOut } from "../../api/sign-out";

/** Signs out and goes to the sign-in form; says so where nobody answered. */
export function useSignOut(): { isPending: boolean; mutate: () => void } {
	const router = useRouter();
	return useMutation({
		mutationFn: () => signOut(() => router.navigate({ to: "/login" })),
		onError: async () => {
			const { toast } = await import("sonner");
			toast.error("You are still signed in: nobody answered. Try again.");
		},
	});
}
