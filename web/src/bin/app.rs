//! The page's thread.

fn main() {
    proofmark_web::run_app();
}
