mod agent;
mod danno;

fn main() {
    danno::play(agent::decide);
}
